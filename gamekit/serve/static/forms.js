// A field that does not fit says so in the page's own words and language; which field, and what is allowed there.
(function () {
  const { missing, number, between, least, most, step } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_whole, name) => values[name]);

  function sentence(field) {
    const { validity, min, max } = field;
    const name = field.labels?.[0]?.textContent.trim() || field.name;
    const size = Number(field.step) || 1;
    const values = { name, min, max, step: size };
    if (validity.badInput) return fill(number, values);
    if (validity.valueMissing) return fill(missing, values);
    if (validity.rangeUnderflow || validity.rangeOverflow) return fill(min && max ? between : min ? least : most, values);
    if (!validity.stepMismatch) return "";
    const from = Number(min) || 0;
    const below = from + Math.floor((Number(field.value) - from) / size) * size;
    return fill(step, { ...values, below, above: below + size });
  }

  /** @param {(field: any) => void} done */
  const field = (done) => (/** @type {Event} */ { target }) => done(target);
  document.addEventListener("invalid", field((one) => one.validity.customError || one.setCustomValidity(sentence(one))), true);
  document.addEventListener("input", field((one) => one.setCustomValidity?.("")), true);
})();
