/** Third-party hosts that the dashboard requests without a token. In simulated mode, the cloud answers for them. */
export const CODE_HOSTS: readonly string[] = [
  'https://api.github.com',
  'https://raw.githubusercontent.com',
  'https://registry.npmjs.org',
]
