// Starts the page: its three views, the form, and the server's state.

import { byId } from "/page/elements.js";
import { loadLanguages, startStatus } from "/page/status.js";
import { offerLanguages, startTry } from "/page/try.js";
import { showFailure } from "/page/verdict.js";

const VIEWS = ["try", "server", "languages"];

function showView() {
  const wanted = location.hash.slice(1);
  if (wanted && !VIEWS.includes(wanted)) return;
  const view = wanted || "try";
  for (const name of VIEWS) {
    byId(`view-${name}`).hidden = name !== view;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = view === "try" ? "benchwright" : `${view} · benchwright`;
}

addEventListener("hashchange", showView);
startTry();
showView();
startStatus();
try {
  await offerLanguages(await loadLanguages());
} catch (error) {
  showFailure(error);
}
document.body.dataset.started = "yes";
