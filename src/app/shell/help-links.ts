import { shellText } from '@/messages/shell.ts'

const { helpLinks: text } = shellText

/** The platform's own places for help (spec 1 §2). */
export const helpLinks = [
  { label: text.gettingStarted, url: 'https://docs.balena.io/learn/getting-started/' },
  { label: text.docs, url: 'https://docs.balena.io/' },
  { label: text.featureRequests, url: 'https://roadmap.balena.io/' },
  { label: text.forums, url: 'https://forums.balena.io/' },
  { label: text.helpCentre, url: 'https://www.balena.io/support' },
  { label: text.status, url: 'https://status.balena.io/' },
  { label: text.hub, url: 'https://hub.balena.io/' },
] as const
