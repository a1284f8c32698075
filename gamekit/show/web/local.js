// A player and the table it plays at, in one page: what the player asks, the table answers here. A move is seen before
// what follows it is worked out.

// `create(root, data, send)` makes the player. `hello` is what a new view tells first, such as the game a page has kept.
export async function seat(table, create, root, hello = {}) {
  let player = null;
  let last = Promise.resolve();
  const hear = (message) => {
    if (message.type === "all" && !player) player = create(root, message.data, send);
    else player?.receive(message);
  };
  const complain = (error) => {
    if (error.name === "Error" || !(error instanceof table.gamekit.GamekitError)) console.error(error);
    const known = error instanceof table.gamekit.GamekitError;
    hear({ type: "error", text: known ? (error.sentence ?? error.message) : table.say("table_failed"), rule: error.rule ?? "" });
  };
  const answer = async (answers) => {
    try {
      for await (const message of answers) {
        hear(message);
        if (message.going_on) await painted();
      }
    } catch (error) {
      complain(error);
    }
  };
  // One thing after the other; only the coach thinks beside the rest.
  function send(message) {
    if (message.do === "coach") answer(table.coach(message, hear));
    else if (message.do === "stop") table.stopCoach();
    else last = last.then(() => answer(table.answer(message)));
  }
  await answer(table.answer({ do: "hello", ...hello }));
  return player;
}

function painted() {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
}
