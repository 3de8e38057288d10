// Loads the data files. From disk a browser fetches nothing, but runs scripts: each file is one call of
// `benchwright.put`. A server is asked for the same file as text, so that a token can go with the request.

import { useEffect, useState } from "preact/hooks";

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

declare global {
  var benchwright: { put: (key: string, value: unknown) => void };
}

const loaded = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Waiting>();
const TOKEN = "benchwright-token";

globalThis.benchwright = {
  put(key, value) {
    waiting.get(key)?.resolve(read(value));
    waiting.delete(key);
  },
};

/** The data file of this key; asked for once, unless `fresh`. */
export function load<T>(key: string, fresh = false): Promise<T> {
  const known = fresh ? undefined : loaded.get(key);
  if (known) return known as Promise<T>;
  const made = location.protocol === "file:" ? fromDisk(key) : fromServer(key);
  made.catch(() => loaded.delete(key));
  loaded.set(key, made);
  return made as Promise<T>;
}

function fromDisk(key: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    waiting.set(key, { resolve, reject });
    runScript(`data/${key}.js`).catch((error: Error) => {
      waiting.delete(key);
      reject(error);
    });
  });
}

async function fromServer(key: string): Promise<unknown> {
  const token = sessionStorage.getItem(TOKEN);
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`data/${key}.js`, { headers, cache: "no-cache" });
  const text = await answer.text();
  if (!answer.ok) throw new Error(answer.status === 401 ? "a token is needed" : text.trim() || `${answer.status}`);
  return read(JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")"))));
}

/** A record, or its text where a name in it would mean something else to a script than to JSON. */
function read(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) as unknown : value;
}

/** Run a script of the site; it is loaded once. */
export function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => { script.remove(); resolve(); };
    script.onerror = () => { script.remove(); reject(new Error(`${address} cannot be loaded`)); };
    document.head.append(script);
  });
}

export interface Loaded<T> {
  value: T | undefined;
  error: string;
}

/** A data file for a component: undefined until it is there. */
export function useData<T>(key: string | null): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { key: string | null }>({ key: null, value: undefined, error: "" });
  useEffect(() => {
    let wanted = true;
    if (key !== null) {
      load<T>(key).then(
        (value) => wanted && setState({ key, value, error: "" }),
        (error: Error) => wanted && setState({ key, value: undefined, error: error.message }),
      );
    }
    return () => { wanted = false; };
  }, [key]);
  return state.key === key ? state : { value: undefined, error: "" };
}
