import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { ScrollRestoration } from 'react-router'
import { loadAhead } from '@/app/missing-chunk.ts'
import { CommandPalette } from '@/app/palette/CommandPalette.tsx'
import { useServices } from '@/app/services.tsx'
import { atFirstSign, preloadPage } from '@/lib/early.ts'
import { shellText } from '@/messages/app/shell.ts'
import { classes } from '@/ui/classes.ts'
import { CrumbsSlotProvider } from '@/ui/layout/PageCrumbs.tsx'
import { Drawer } from '@/ui/overlay/Drawer.tsx'
import { useHasOpened } from '@/ui/overlay/use-has-opened.ts'
import { useStored } from '@/ui/use-stored.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { Header } from './Header.tsx'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { useCurrentOrganization } from './leading-organization.ts'
import { NavigationProgress } from './NavigationProgress.tsx'
import { Notices } from './Notices.tsx'
import { cookieChoice, sidebarCollapsed } from './preferences.ts'
import { loadRowKeys, useShortcuts } from './shortcuts.ts'
import { Sidebar } from './Sidebar.tsx'
import { useTopHeight } from './use-top-height.ts'
import styles from './Shell.module.css'

/** Rarely needed: not for users who have answered, nor on a simulated platform, which has no analytics. */
const CookieBanner = lazy(() =>
  import('./CookieBanner.tsx').then((loaded) => ({ default: loaded.CookieBanner })),
)

/** Only on a real platform: a simulated world brings an accent of its own. */
const OrganizationAccent = lazy(() =>
  import('@/widgets/organization/OrganizationAccent.tsx').then((loaded) => ({
    default: loaded.OrganizationAccent,
  })),
)

/** The ticket form is a feature of its own, loaded on demand. */
const SupportDrawer = lazy(() =>
  import('@/features/support/SupportDrawer.tsx').then((loaded) => ({ default: loaded.SupportDrawer })),
)

/** Only on a real platform. */
const CaptureDialog = lazy(() =>
  import('@/features/capture/CaptureDialog.tsx').then((loaded) => ({ default: loaded.CaptureDialog })),
)

const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((loaded) => ({ default: loaded.ShortcutsDialog })),
)

type Overlay = 'capture' | 'navigation' | 'palette' | 'shortcuts' | 'support'

/** The accent of the leading organization, once it is known; by itself, so that the shell is not rendered again. */
function LeadingAccent() {
  const logo = useCurrentOrganization()?.logo_image?.href
  return logo === undefined ? null : (
    <Suspense fallback={null}>
      <OrganizationAccent logo={logo} />
    </Suspense>
  )
}

/** The layout around every page of a signed-in user. */
export function Shell({ children }: { children: ReactNode }) {
  const [collapsed, setCollapsed] = useStored(sidebarCollapsed)
  const [cookies] = useStored(cookieChoice)
  const { simulation } = useServices()
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  // An element from the start, not one that the header renders: the page would have to wait for it, and be rendered in a task of its own.
  const [crumbsSlot] = useState(() => document.createElement('div'))
  const top = useRef<HTMLDivElement>(null)
  useTopHeight(top)
  const close = () => setOverlay(null)
  const needsSupport = useHasOpened(overlay === 'support')
  const needsShortcuts = useHasOpened(overlay === 'shortcuts')
  useEffect(loadNextSoon, [])
  useShortcuts({
    openPalette: () => setOverlay('palette'),
    openShortcuts: () => setOverlay('shortcuts'),
    toggleSidebar: () => setCollapsed(!collapsed),
  })
  return (
    <div className={classes(styles.shell, collapsed && styles.collapsed)}>
      <a href="#content" className={styles.skip}>
        {shellText.skip}
      </a>
      <NavigationProgress />
      {simulation === null && <LeadingAccent />}
      <aside className={styles.sidebar} data-surface="ink">
        <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </aside>
      <div className={styles.column}>
        <div ref={top} className={styles.top}>
          <Header
            crumbsSlot={crumbsSlot}
            onOpenNavigation={() => setOverlay('navigation')}
            onOpenPalette={() => setOverlay('palette')}
            onOpenShortcuts={() => setOverlay('shortcuts')}
            onOpenSupport={() => setOverlay('support')}
            onOpenCapture={simulation === null ? () => setOverlay('capture') : undefined}
          />
          <ImpersonationBanner />
          <ConnectionBanner />
        </div>
        <Notices />
        <main id="content" tabIndex={-1} className={styles.main}>
          <CrumbsSlotProvider value={crumbsSlot}>{children}</CrumbsSlotProvider>
        </main>
      </div>
      <Drawer
        side="left"
        width={264}
        flush
        title={shellText.navigation}
        opened={overlay === 'navigation'}
        onClose={close}
      >
        <Sidebar collapsed={false} withoutBrand onLeave={close} />
      </Drawer>
      <CommandPalette
        opened={overlay === 'palette'}
        onClose={close}
        onOpenShortcuts={() => setOverlay('shortcuts')}
        onOpenSupport={() => setOverlay('support')}
        onToggleSidebar={() => setCollapsed(!collapsed)}
      />
      {needsShortcuts && (
        <Suspense fallback={null}>
          <ShortcutsDialog opened={overlay === 'shortcuts'} onClose={close} />
        </Suspense>
      )}
      {needsSupport && (
        <Suspense fallback={null}>
          <SupportDrawer opened={overlay === 'support'} onClose={close} />
        </Suspense>
      )}
      {overlay === 'capture' && (
        <Suspense fallback={null}>
          <CaptureDialog onClose={close} />
        </Suspense>
      )}
      {cookies === null && simulation === null && (
        <Suspense fallback={null}>
          <CookieBanner />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}

/** Preloads menus and dialogs, so that they open without delay, and the chunks of the most visited pages. */
const loadNextSoon = () =>
  atFirstSign(() => {
    loadAhead(() => import('@/app/palette/PaletteDialog.tsx'))
    loadAhead(loadRowKeys)
    loadAhead(() => import('@/ui/overlay/DialogFrame.tsx'))
    loadAhead(() => import('@/ui/overlay/DrawerFrame.tsx'))
    for (const page of ['fleet', 'devices', 'device'] as const) preloadPage(page)
  })
