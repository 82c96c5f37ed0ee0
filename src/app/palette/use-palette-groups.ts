import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { offers } from '@/api/api.ts'
import type { DocsPage } from '@/api/docs-search.ts'
import { useHelpLinks, useOffersSupport } from '@/app/shell/help-links.ts'
import { preferencePages } from '@/domain/account/preference-pages.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { openInNewTab } from '@/lib/address.ts'
import { paths } from '@/lib/paths.ts'
import { paletteText } from '@/messages/app/palette.ts'
import { shellText } from '@/messages/app/shell.ts'
import { shortcutText } from '@/messages/app/shortcuts.ts'
import { tabText } from '@/messages/common/tabs.ts'
import { deployLinkText } from '@/messages/fleets/fleet-lists.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { wallText } from '@/messages/wall/wall.ts'
import { setColorScheme, type ColorScheme } from '@/ui/theme/color-scheme.ts'
import { signOut } from '@/widgets/account/sign-out.ts'
import { useOffersSignOn } from '@/widgets/account/use-offers-sign-on.ts'
import { useShownClasses } from '@/widgets/fleet/show-apps-preference.ts'
import { matching, type PaletteEntry, type PaletteGroup } from './palette-entries.ts'
import { docsSearchQuery, paletteSearchQuery } from './palette.queries.ts'
import { usePlaceGroups } from './use-place-groups.ts'

export interface PaletteActions {
  onOpenShortcuts: () => void
  onOpenSupport: () => void
  onToggleSidebar: () => void
}

/** The results for a text: pages and actions of the application, fleets and devices of the platform, documentation. */
export function usePaletteGroups(text: string, actions: PaletteActions) {
  const here = usePlaceGroups()
  const pages = usePageEntries()
  const commands = useActionEntries(actions)
  const navigate = useNavigate()
  const classes = useShownClasses()
  const platform = useQuery(paletteSearchQuery(text, classes))
  const { data: found } = platform
  const docs = useQuery(docsSearchQuery(text))
  const ofClass = (fleetClass: FleetClass) =>
    found?.applications
      .filter(({ is_of__class }) => is_of__class === fleetClass)
      .map(({ id, app_name, organization }): PaletteEntry => ({
        id: `fleet-${id}`,
        kind: 'fleet',
        label: app_name,
        detail: organization[0]?.name,
        choose: () => void navigate(paths.application(id, fleetClass)),
      })) ?? []
  const devices = found?.devices.map(
    ({ uuid, device_name, belongs_to__application: [fleet] }): PaletteEntry => ({
      id: `device-${uuid}`,
      kind: 'device',
      label: device_name ?? uuid.slice(0, 7),
      detail: [fleet?.app_name, uuid.slice(0, 7)].filter(Boolean).join(' · '),
      choose: () => void navigate(paths.device(uuid)),
    }),
  )
  const groups: PaletteGroup[] = [
    ...here.map(({ title, entries }) => ({ title, entries: matching(entries, text) })),
    { title: paletteText.pages, entries: matching(pages, text) },
    ...classes.map((fleetClass) => ({ title: classText[fleetClass].title, entries: ofClass(fleetClass) })),
    { title: paletteText.devices, entries: devices ?? [] },
    { title: paletteText.actions, entries: matching(commands, text) },
    { title: paletteText.docs, entries: docs.data?.map(docsEntry) ?? [] },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: platform.isFetching || docs.isFetching,
    failures: [
      ...(platform.isError ? [{ title: paletteText.failed, retry: platform.refetch }] : []),
      ...(docs.isError ? [{ title: paletteText.docsFailed, retry: docs.refetch }] : []),
    ],
  }
}

const docsEntry = ({ url, title, trail }: DocsPage): PaletteEntry => ({
  id: `docs-${url}`,
  kind: 'docs',
  label: title,
  detail: trail.join(' › '),
  choose: () => openInNewTab(url),
})

function usePageEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const classes = useShownClasses()
  const helpLinks = useHelpLinks()
  const offersSignOn = useOffersSignOn()
  const page = (label: string, to: string): PaletteEntry => ({
    id: `page-${to}`,
    kind: 'page',
    label,
    choose: () => void navigate(to),
  })
  return [
    page(shellText.fleets, paths.fleets()),
    ...(classes.includes('app') ? [page(shellText.apps, paths.apps())] : []),
    page(shellText.blocks, paths.blocks()),
    page(shellText.organizations, paths.organizations()),
    page(tabText.activity, paths.activity()),
    ...preferencePages().map(({ to, label }) => ({
      ...page(label, to),
      keywords: shellText.preferences,
    })),
    ...(offersSignOn
      ? [
          {
            ...page(shellText.identityProvider, paths.identityProviders()),
            keywords: shellText.identityProviderKeywords,
          },
        ]
      : []),
    ...helpLinks.map(({ label, url }): PaletteEntry => ({
      id: url,
      kind: 'page',
      label,
      keywords: shellText.help,
      choose: () => openInNewTab(url),
    })),
  ]
}

function useActionEntries(actions: PaletteActions): readonly PaletteEntry[] {
  const { onOpenShortcuts, onOpenSupport, onToggleSidebar } = actions
  const offersSupport = useOffersSupport()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const theme = (value: ColorScheme, label: string): PaletteEntry => ({
    id: `theme-${value}`,
    kind: 'theme',
    label,
    keywords: shellText.theme,
    choose: () => setColorScheme(value),
  })
  const action = (id: string, label: string, choose: () => void): PaletteEntry => ({
    id,
    kind: 'action',
    label,
    choose,
  })
  return [
    theme('light', paletteText.useTheme.light),
    theme('dark', paletteText.useTheme.dark),
    theme('contrast', paletteText.useTheme.contrast),
    theme('auto', paletteText.useTheme.auto),
    ...(offers('builds')
      ? [
          {
            ...action('deploy', deployLinkText.open, () => void navigate(paths.deployApplication('fleet'))),
            keywords: deployLinkText.paletteKeywords,
          },
        ]
      : []),
    {
      ...action('wall', wallText.openAll, () => void navigate(paths.wall())),
      keywords: wallText.paletteKeywords,
    },
    action('sidebar', shortcutText.sidebar, onToggleSidebar),
    ...(offersSupport ? [action('support', shellText.support, onOpenSupport)] : []),
    action('shortcuts', shellText.shortcuts, onOpenShortcuts),
    action('sign-out', shellText.signOut, () => signOut({ navigate }, queries)),
  ]
}
