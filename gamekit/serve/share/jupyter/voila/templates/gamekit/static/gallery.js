// Filters of the gallery. Without scripts every lesson is shown; the choice stands in the address, to be shared.
const form = document.getElementById("filters");
const found = document.getElementById("found");
const lessons = [...document.querySelectorAll(".lessons > li")];

function fits(lesson, chosen) {
  return (
    (!chosen.game || lesson.game === chosen.game || (chosen.game === "topics" && !document.getElementById(lesson.game))) &&
    (!chosen.subject || lesson.subject === chosen.subject) &&
    (!chosen.level || lesson.level === chosen.level) &&
    (!chosen.minutes || Number(lesson.minutes) <= Number(chosen.minutes))
  );
}

function show() {
  const chosen = Object.fromEntries(new FormData(form));
  let count = 0;
  for (const lesson of lessons) {
    lesson.hidden = !fits(lesson.dataset, chosen);
    count += !lesson.hidden;
  }
  const filtering = Object.values(chosen).some(Boolean);
  for (const shelf of document.querySelectorAll(".shelf")) {
    shelf.hidden = filtering && !shelf.querySelector("li:not([hidden])");
  }
  const { one, many, none } = found.dataset;
  found.value = count === 0 ? none : count === 1 ? one : many.replace("#", count);
  form.classList.toggle("filtering", filtering);
  return Object.entries(chosen).filter(([, value]) => value);
}

function remember() {
  const query = new URLSearchParams(show()).toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

const wanted = new URLSearchParams(location.search);
for (const select of form.querySelectorAll("select")) {
  const value = wanted.get(select.name);
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}
form.hidden = lessons.length < 2;
form.addEventListener("input", remember);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => requestAnimationFrame(remember));
show();
