/** Hosts of other people that the dashboard asks without a token. In simulated mode the cloud answers for them. */
export const CODE_HOSTS: readonly string[] = [
  'https://api.github.com',
  'https://raw.githubusercontent.com',
  'https://registry.npmjs.org',
]
