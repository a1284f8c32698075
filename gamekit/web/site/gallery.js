/** A part of the page, if it is there, whatever element it is. @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

// Filters of the gallery. Without scripts every lesson is shown; the choice stands in the address, to be shared.
const form = at("filters");
const found = at("found");
/** @type {any[]} */
const lessons = [...document.querySelectorAll(".lessons > li")];

/** @param {any} lesson @param {any} chosen */
function fits(lesson, chosen) {
  return (
    (!chosen.game || lesson.game === chosen.game || (chosen.game === "topics" && !at(lesson.game))) &&
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
    count += lesson.hidden ? 0 : 1;
  }
  const filtering = Object.values(chosen).some(Boolean);
  for (const shelf of document.querySelectorAll(".shelf"))
    shelf.toggleAttribute("hidden", filtering && !shelf.querySelector("li:not([hidden])"));
  const { one, many, none } = found.dataset;
  found.value = count === 0 ? none : count === 1 ? one : many.replace("#", count);
  form.classList.toggle("filtering", filtering);
  return Object.entries(chosen).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
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
form.addEventListener("submit", (/** @type {any} */ event) => event.preventDefault());
form.addEventListener("reset", () => requestAnimationFrame(remember));
show();

// What was done in this browser: a lesson's page writes it (lesson_steps.js).
function tick() {
  for (const lesson of lessons) {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(`gamekit:done:${lesson.dataset.name}`) ?? "null");
    } catch (problem) {
      console.info("gamekit: what is done cannot be read:", problem);
    }
    const sign = lesson.querySelector(".lesson-done");
    const steps = Array.isArray(kept?.done) ? kept.done.length : 0;
    sign.hidden = !steps;
    sign.textContent =
      steps >= kept?.of ? sign.dataset.all : sign.dataset.some.replace("##", kept?.of).replace("#", steps);
    lesson.classList.toggle("done", steps > 0 && steps >= kept.of);
  }
}
addEventListener("pageshow", tick);
tick();

// A picture is loaded when it is nearly in sight.
/** @param {any[]} seen */
const load = (seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) target.src = target.dataset.src;
};
const near = new IntersectionObserver(load, { rootMargin: "200px" });
for (const picture of document.querySelectorAll("[data-src]")) near.observe(picture);
