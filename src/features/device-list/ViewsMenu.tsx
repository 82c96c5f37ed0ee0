import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { viewsText } from '@/messages/device-table.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu, type MenuProps } from '@/ui/overlay/Menu.tsx'
import type { MenuGroup } from '@/ui/overlay/MenuList.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { useStored } from '@/ui/use-stored.ts'
import { storedViews, viewSearch, viewShown, withoutView, withView } from './saved-views.ts'

const SaveViewDialog = lazy(() =>
  import('./SaveViewDialog.tsx').then((loaded) => ({ default: loaded.SaveViewDialog })),
)

export interface ViewsMenuProps {
  params: URLSearchParams
  /** Opens it instead of a button with the view's name. */
  trigger?: MenuProps['trigger']
  /** More in the same menu. */
  before?: readonly MenuGroup[]
  after?: readonly MenuGroup[]
}

/** Filters, order, columns and kind of view under names: shown, saved and deleted. */
export function ViewsMenu({ params, trigger, before = [], after = [] }: ViewsMenuProps) {
  const [, setParams] = useSearchParams()
  const [views, setViews] = useStored(storedViews)
  const [saving, setSaving] = useState(false)
  const shown = viewShown(views, params)
  const isUsual = viewSearch(params) === ''

  const save = (name: string) => {
    setViews(withView(views, { name, search: viewSearch(params) }))
    setSaving(false)
    showToast({ tone: 'ok', title: viewsText.savedToast(name) })
  }
  const remove = (name: string) => {
    setViews(withoutView(views, name))
    showToast({
      tone: 'ok',
      title: viewsText.removedToast(name),
    })
  }
  return (
    <>
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
          {
            actions: [
              { label: viewsText.save, onSelect: () => setSaving(true) },
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
              {shown?.name ?? viewsText.open}
            </Button>
          )
        }
      />
      {saving && (
        <Suspense fallback={null}>
          <SaveViewDialog
            taken={views.map(({ name }) => name)}
            usual={shown?.name ?? ''}
            onClose={() => setSaving(false)}
            onSave={save}
          />
        </Suspense>
      )}
    </>
  )
}
