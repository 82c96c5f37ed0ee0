/** Maximum number of logs side by side: browsers open six connections per host over HTTP/1.1, and two must stay free. */
export const MAX_LOGS = 4
/** Maximum number of devices for one command: all of them are in the URL. */
export const MAX_RUNS = 50
