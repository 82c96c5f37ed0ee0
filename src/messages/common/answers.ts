/** Errors of answers that cannot be used, where the platform or another site gives no text of its own. */
export const answerText = {
  noLogs: 'The log stream has no content',
  noBuild: 'The builder did not begin',
  noSession: 'Malformed token',
  invalidLogin: 'Invalid login credentials',
  noPerson: 'This key belongs to no person. Sign in with an account instead.',
  notOffered: 'This platform does not offer that.',
  notConnected: 'The platform has no connection to this device',
  manyDevices: 'More than one device answered',
  /** Other sites that are asked, at the start of a sentence. */
  sites: {
    addressSearch: 'The address search',
    codeHost: 'The code host',
    documentation: 'The documentation search',
    statusPage: 'The status page',
  },
  unreadableOf: (site: string) => `${site} answered with something that cannot be read`,
}
