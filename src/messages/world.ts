/** What people are told about the simulated cloud's footing in their browser. */
export const worldText = {
  inPage:
    'This browser does not let the demonstration run in a service worker, so it runs inside the page: everything works, except that requests do not show in the network panel and files cannot be downloaded by link.',
  separateWorlds: 'This browser has no shared workers, so each tab has its own world.',
  noSession: 'This is not a session file. It must be JSON.',
  strangeAnswer: 'The simulated cloud sent an unexpected answer.',
  linkRefused: 'The world of this link could not be opened',
  cannotOpen: (reason: string) => `the simulated cloud could not be started. ${reason}`,
}
