/** Equivalent CLI and curl commands of actions. */
export const commandText = {
  show: 'Show as a command',
  kind: 'Command type',
  kinds: { cli: 'CLI', curl: 'curl' },
  what: 'command',
  tokenNote: 'curl reads your access token from the environment variable FLOTILLA_TOKEN.',
}
