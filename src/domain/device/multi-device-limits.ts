/** So many logs side by side: browsers open six connections to a host over HTTP/1.1, and two must stay free for all else. */
export const MOST_LOGS = 4
/** So many devices one command may run on at once: an address names them all. */
export const MOST_RUNS = 50
