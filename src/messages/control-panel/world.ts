/** Limitations of the simulated cloud in some browsers. */
export const worldText = {
  inPage:
    'This browser does not support service workers here, so the simulated cloud runs inside the page. Requests do not appear in the browser’s network panel, and files cannot be downloaded by link.',
  separateWorlds: 'This browser has no shared workers, so each tab has its own world.',
  noSession: 'This is not a session file. It must be JSON.',
  strangeAnswer: 'The simulated cloud sent an unexpected response.',
  linkRefused: 'The world of this link could not be opened',
  cannotOpen: (reason: string) => `the simulated cloud could not be started. ${reason}`,
}
