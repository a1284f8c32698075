// The summary of a class: dates as the reader writes them, and the button to print.
// @ts-check
import { moment } from "../shared/dom.js";

for (const node of document.querySelectorAll("time[data-at]")) {
  const at = new Date(Number(node.getAttribute("data-at")) * 1000);
  node.textContent = moment(at, { dateStyle: "medium", timeStyle: "short" });
  node.setAttribute("datetime", at.toISOString());
}
document.getElementById("print")?.addEventListener("click", () => window.print());
