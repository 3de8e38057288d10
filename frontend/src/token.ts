// Prompts for the token that a server requires, and stores it for this tab only.

const STORED = "benchwright-token";

export const token = (): string | null => sessionStorage.getItem(STORED);

let asking: Promise<boolean> | null = null;

/** Whether a token was entered; concurrent callers share one dialog. */
export function askToken(): Promise<boolean> {
  asking ??= ask().finally(() => { asking = null; });
  return asking;
}

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = make("dialog", { className: "token" });
    const form = make("form", {});
    const title = make("h2", { id: "token-title", textContent: "This server requires a token" });
    const note = make("p", { className: "quiet", textContent: "It is stored for this tab only, until you close it." });
    const wrong = make("p", { className: "notice", textContent: "The server did not accept that token.", hidden: token() === null });
    wrong.dataset.tone = "bad";
    wrong.setAttribute("role", "alert");
    const label = make("label", {});
    const input = make("input", { type: "password", autocomplete: "off", required: true, id: "token" });
    label.append(make("span", { textContent: "Token" }), input);
    const later = make("button", { type: "button", textContent: "Not now" });
    const use = make("button", { type: "submit", className: "primary", textContent: "Use token" });
    const buttons = make("div", { className: "controls" });
    buttons.append(later, use);
    form.append(title, note, wrong, label, buttons);
    dialog.setAttribute("aria-labelledby", "token-title");
    dialog.append(form);
    document.body.append(dialog);
    let given = false;
    form.onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(STORED, input.value.trim());
      given = true;
      dialog.close();
    };
    later.onclick = () => dialog.close();
    dialog.onclose = () => { dialog.remove(); resolve(given); };
    dialog.showModal();
  });
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name, properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
