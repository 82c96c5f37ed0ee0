import { useQuery } from '@tanstack/react-query'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsText } from '@/messages/device-table.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu, type MenuProps } from '@/ui/overlay/Menu.tsx'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { useStored } from '@/ui/use-stored.ts'
import { storedViews, viewSearch, viewShown, withoutView } from './saved-views.ts'
import { teamViewsQuery } from './views/team-views.queries.ts'

const SaveViewDialog = lazy(() =>
  import('./SaveViewDialog.tsx').then((loaded) => ({ default: loaded.SaveViewDialog })),
)
const ViewsDialog = lazy(() =>
  import('./views/ViewsDialog.tsx').then((loaded) => ({ default: loaded.ViewsDialog })),
)

export interface ViewsMenuProps {
  fleetId: number
  params: URLSearchParams
  /** Opens it instead of a button with the view's name. */
  trigger?: MenuProps['trigger']
  /** More in the same menu. */
  before?: readonly MenuGroup[]
  after?: readonly MenuGroup[]
}

/** Filters, order, columns and kind of view under names: shown, saved, shared and deleted. */
export function ViewsMenu({ fleetId, params, trigger, before = [], after = [] }: ViewsMenuProps) {
  const [, setParams] = useSearchParams()
  const [views, setViews] = useStored(storedViews)
  const [opened, setOpened] = useState<'save' | 'manage'>()
  // Asked for when somebody comes to the button, so that the list itself waits for nothing.
  const [isReached, setReached] = useState(false)
  const { data: team = [] } = useQuery({ ...teamViewsQuery(fleetId), enabled: isReached })
  const shared = team.flatMap((view) => ('name' in view ? [view] : []))
  const shown = viewShown(views, params)
  const sharedShown = viewShown(shared, params)
  const isUsual = viewSearch(params) === ''
  const close = () => setOpened(undefined)

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
              { label: viewsText.save, onSelect: () => setOpened('save') },
              { label: viewsText.manage, onSelect: () => setOpened('manage') },
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
      <Suspense fallback={null}>
        {opened === 'save' && (
          <SaveViewDialog
            fleetId={fleetId}
            search={viewSearch(params)}
            usual={shown?.name ?? ''}
            onClose={close}
          />
        )}
        {opened === 'manage' && <ViewsDialog fleetId={fleetId} onClose={close} />}
      </Suspense>
    </span>
  )
}
