import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsText } from '@/messages/device-list/device-table.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu, type MenuProps } from '@/ui/overlay/Menu.tsx'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { storedViews, viewSearch, viewShown, withoutView } from './saved-views.ts'
import { teamViewsQuery } from './team-views.queries.ts'

const SaveViewDialog = lazy(() =>
  import('./SaveViewDialog.tsx').then((loaded) => ({ default: loaded.SaveViewDialog })),
)
const ViewsDialog = lazy(() =>
  import('./ViewsDialog.tsx').then((loaded) => ({ default: loaded.ViewsDialog })),
)

export interface ViewsMenuProps {
  fleetId: number
  params: URLSearchParams
  /** Replaces the default button, which shows the name of the view. */
  trigger?: MenuProps['trigger']
  /** Additional groups of the menu. */
  before?: readonly MenuGroup[]
  after?: readonly MenuGroup[]
  onOpen: (dialog: ViewsDialogName) => void
}

export type ViewsDialogName = 'save' | 'manage'

/** Saved views (filters, order, columns, table or map): open, save, share and delete them. */
export function ViewsMenu({ fleetId, params, trigger, before = [], after = [], onOpen }: ViewsMenuProps) {
  const [, setParams] = useSearchParams()
  const [views, setViews] = useStored(storedViews)
  // Requested when the pointer or focus reaches the button, so that it does not delay the list.
  const [isReached, setReached] = useState(false)
  const { data: team = [] } = useQuery({ ...teamViewsQuery(fleetId), enabled: isReached })
  const shared = team.flatMap((view) => ('name' in view ? [view] : []))
  const shown = viewShown(views, params)
  const sharedShown = viewShown(shared, params)
  const isUsual = viewSearch(params) === ''
  const remove = (name: string) => {
    setViews(withoutView(views, name))
    showToast({
      tone: 'ok',
      title: viewsText.removedToast(name),
    })
  }
  return (
    <span onFocus={() => setReached(true)} onPointerEnter={() => setReached(true)}>
      <Menu
        width={240}
        groups={[
          ...before,
          {
            title: viewsText.saved,
            actions: [
              { label: viewsText.usual, key: '', checked: isUsual, onSelect: () => setParams('') },
              ...views.map(({ name, search }) => ({
                label: name,
                checked: name === shown?.name,
                onSelect: () => setParams(search),
              })),
            ],
          },
          ...(shared.length === 0
            ? []
            : [
                {
                  title: viewsText.team,
                  actions: shared.map(({ key, name, search }) => ({
                    key,
                    label: name,
                    checked: key === sharedShown?.key,
                    onSelect: () => setParams(search),
                  })),
                },
              ]),
          {
            actions: [
              { label: viewsText.save, onSelect: () => onOpen('save') },
              { label: viewsText.manage, onSelect: () => onOpen('manage') },
              ...(shown
                ? [{ label: viewsText.remove(shown.name), danger: true, onSelect: () => remove(shown.name) }]
                : []),
            ],
          },
          ...after,
        ]}
        trigger={
          trigger ?? (
            <Button icon={<IconBookmark size={16} aria-hidden="true" />}>
              {shown?.name ?? sharedShown?.name ?? viewsText.open}
            </Button>
          )
        }
      />
    </span>
  )
}

interface ViewsDialogsProps extends Pick<ViewsMenuProps, 'fleetId' | 'params'> {
  opened: ViewsDialogName | undefined
  onClose: () => void
}

/** The dialogs of the menu, apart from it: the menu moves when the window becomes narrow, and what was typed must stay. */
export function ViewsDialogs({ fleetId, params, opened, onClose }: ViewsDialogsProps) {
  const [views] = useStored(storedViews)
  return (
    <Suspense fallback={null}>
      {opened === 'save' && (
        <SaveViewDialog
          fleetId={fleetId}
          search={viewSearch(params)}
          defaultName={viewShown(views, params)?.name ?? ''}
          onClose={onClose}
        />
      )}
      {opened === 'manage' && <ViewsDialog fleetId={fleetId} onClose={onClose} />}
    </Suspense>
  )
}
