// Polls a data file that a server keeps updating.

import { useEffect, useRef, useState } from "preact/hooks";
import { load, Refused } from "./data";

export interface Live<T> {
  value: T | undefined;
  error: string;
  /** Whether the last request failed. */
  lost: boolean;
}

const SLOWEST_MS = 30_000;

/** Polls the file of this key while `continues` holds for its last value and the tab is visible. If the server is
 *  unreachable, it backs off. */
export function useLive<T>(key: string, everyMs: number, continues: (value: T) => boolean): Live<T> {
  const [state, setState] = useState<Live<T> & { key: string }>({ key, value: undefined, error: "", lost: false });
  const wish = useRef(continues);
  wish.current = continues;
  useEffect(() => {
    let ended = false;
    let timer = 0;
    let failures = 0;
    let last: T | undefined;
    const later = (pauseMs: number) => {
      clearTimeout(timer);
      if (!ended && !document.hidden) timer = setTimeout(() => void look(true), pauseMs);
    };
    const look = async (fresh: boolean) => {
      try {
        const value = await load<T>(key, fresh);
        if (ended) return;
        failures = 0;
        last = value;
        setState((old) => (old.key === key && old.value === value && !old.lost ? old : { key, value, error: "", lost: false }));
        if (wish.current(value)) later(everyMs);
      } catch (error) {
        if (ended) return;
        failures += 1;
        const refused = error instanceof Refused && error.status < 500 && error.status !== 429;
        const message = error instanceof Error ? error.message : String(error);
        setState({ key, value: last, error: refused || last === undefined ? message : "", lost: !refused });
        // Files on disk do not change, and a refusal is final.
        if (!refused && location.protocol !== "file:") later(Math.min(SLOWEST_MS, everyMs * 2 ** Math.min(failures, 4)));
      }
    };
    const turned = () => {
      clearTimeout(timer);
      if (!document.hidden && location.protocol !== "file:" && (last === undefined || wish.current(last))) void look(true);
    };
    void look(false);
    document.addEventListener("visibilitychange", turned);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", turned);
    };
  }, [key, everyMs]);
  return state.key === key ? state : { value: undefined, error: "", lost: false };
}
