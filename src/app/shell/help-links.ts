import { api, offers } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { shellText } from '@/messages/app/shell.ts'
import { useLinks } from '@/ui/layout/link.tsx'
import { useIsStaging } from './use-staging.ts'

const { helpLinks: text } = shellText

/** The platform's own help pages. */
const helpLinks = [
  { label: text.gettingStarted, url: 'https://docs.balena.io/learn/getting-started/' },
  { label: text.docs, url: 'https://docs.balena.io/' },
  { label: text.featureRequests, url: 'https://roadmap.balena.io/' },
  { label: text.forums, url: 'https://forums.balena.io/' },
  { label: text.helpCentre, url: 'https://www.balena.io/support' },
  { label: text.status, url: 'https://status.balena.io/' },
  { label: text.hub, url: 'https://hub.balena.io/' },
] as const

/** A staging deployment has its own help centre next to its API (docs/platform/hosts.md). */
function stagingHelpCentre(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\./, 'support.')}/`
}

/** Help links for this deployment. */
export function useHelpLinks(): readonly { label: string; url: string }[] {
  const isStaging = useIsStaging()
  return helpLinks.map(({ label, url }) => ({
    label,
    url: isStaging && label === text.helpCentre ? stagingHelpCentre(api().http.apiUrl) : url,
  }))
}

/** Whether support is offered on a page: not in the preferences. */
export function useOffersSupport(): boolean {
  const isAccount = useLinks().useIsCurrent(paths.preferences())
  return offers('support') && !isAccount
}
