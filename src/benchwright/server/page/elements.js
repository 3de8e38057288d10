// Builds elements. Output of programs and of the server becomes text, never markup.

export const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "tone") made.dataset.tone = value;
    else if (name === "onclick") made.addEventListener("click", value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// Isolates the text direction of names and messages that come from outside.
export const foreign = (text, className = "") => element("bdi", { className, textContent: text });
