// Builds elements. Whatever a program or the server said becomes text, never markup.

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

// A name or a message that somebody else chose: its direction ends with it.
export const foreign = (text, className = "") => element("bdi", { className, textContent: text });
