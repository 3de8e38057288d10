// Loads the data files. From disk, a browser cannot fetch files but can run scripts: each file is one call of
// `benchwright.put`. From a server, the same file is fetched as text, so that the request can carry a token.

import { useEffect, useState } from "preact/hooks";
import { askToken, token } from "./token";

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

declare global {
  var benchwright: { put: (key: string, value: unknown) => void };
}

const loaded = new Map<string, Promise<unknown>>();
const waiting = new Map<string, Waiting>();
const texts = new Map<string, { text: string; value: unknown }>();

globalThis.benchwright = {
  put(key, value) {
    waiting.get(key)?.resolve(read(value));
    waiting.delete(key);
  },
};

/** Loads the data file of this key once; `fresh` reloads it, without prompting for a token. */
export function load<T>(key: string, fresh = false): Promise<T> {
  const known = fresh ? undefined : loaded.get(key);
  if (known) return known as Promise<T>;
  const made = location.protocol === "file:" ? fromDisk(key) : fromServer(key, !fresh);
  if (fresh) {
    // Keep the old value until a newer one has arrived.
    made.then(() => loaded.set(key, made), () => undefined);
  } else {
    made.catch(() => loaded.delete(key));
    loaded.set(key, made);
  }
  return made as Promise<T>;
}

/** Drops everything else from the cache, because the results have changed. */
export function forgetOthers(kept: string): void {
  for (const key of [...loaded.keys()]) if (key !== kept) loaded.delete(key);
}

/** An error response of the server. */
export class Refused extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
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

async function fromServer(key: string, asks: boolean): Promise<unknown> {
  for (;;) {
    const answer = await ask(`data/${key}.js`);
    const text = await answer.text();
    if (answer.ok) return parsed(key, text);
    if (answer.status !== 401) throw new Refused(text.trim() || `status ${answer.status}`, answer.status);
    if (!asks || !(await askToken())) throw new Refused("the server requires a token", 401);
  }
}

function ask(address: string): Promise<Response> {
  const known = token();
  const headers: Record<string, string> = known ? { Authorization: `Bearer ${known}` } : {};
  return fetch(address, { headers, cache: "no-cache", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" });
}

/** Returns the same object for the same text, to avoid needless redrawing. */
function parsed(key: string, text: string): unknown {
  const before = texts.get(key);
  if (before?.text === text) return before.value;
  const value = read(JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")"))));
  if (key === "site" || key.startsWith("runs/")) texts.set(key, { text, value });
  return value;
}

/** A record, or its JSON text if a key in it is special in scripts. */
function read(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) as unknown : value;
}

/** Runs a script of the site. */
export function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => { script.remove(); resolve(); };
    script.onerror = () => { script.remove(); reject(new Error(`cannot load ${address}`)); };
    document.head.append(script);
  });
}

export interface Loaded<T> {
  value: T | undefined;
  error: string;
}

/** A data file for a component; undefined until it is loaded. */
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
