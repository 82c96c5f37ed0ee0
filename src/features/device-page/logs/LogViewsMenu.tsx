import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { logText } from '@/messages/device-page/device.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { isFiltering, type LogFilter } from './log-filter.ts'
import { filterOfView, logViews, withView } from './log-preferences.ts'
import type { ServiceNames } from './log-words.ts'

interface LogViewsMenuProps {
  filter: LogFilter
  names: ServiceNames
  onChange: (filter: LogFilter) => void
}

/** Named filters, shared by all devices. */
export function LogViewsMenu({ filter, names, onChange }: LogViewsMenuProps) {
  const views = useSyncExternalStore(logViews.subscribe, logViews.get)
  const [naming, setNaming] = useState(false)
  const ids = new Map([...names].map(([id, name]) => [name, id]))
  return (
    <>
      <Menu
        trigger={
          <IconButton size="s" label={logText.views} icon={<IconBookmark size={16} aria-hidden="true" />} />
        }
        groups={[
          {
            title: logText.views,
            actions:
              views.length === 0
                ? [{ label: logText.noViews, reason: '' }]
                : views.map((view) => ({
                    label: view.name,
                    onSelect: () => onChange(filterOfView(view, ids)),
                  })),
          },
          {
            actions: [
              {
                label: logText.saveView,
                icon: <IconBookmark size={16} aria-hidden="true" />,
                reason: isFiltering(filter) ? undefined : logText.nothingToSave,
                onSelect: () => setNaming(true),
              },
              ...views.map((view) => ({
                label: logText.removeView(view.name),
                icon: <IconTrash size={16} aria-hidden="true" />,
                onSelect: () => logViews.set(views.filter(({ name }) => name !== view.name)),
              })),
            ],
          },
        ]}
      />
      {naming && (
        <NameView
          onClose={() => setNaming(false)}
          onName={(name) => {
            const service = filter.serviceId === null ? null : (names.get(filter.serviceId) ?? null)
            const { message, origin, withinMs } = filter
            logViews.set(withView(views, { name, service, message, origin, withinMs }))
          }}
        />
      )}
    </>
  )
}

function NameView({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const form = useId()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <Dialog
      onClose={onClose}
      title={logText.saveView}
      size="s"
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {commonText.save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (name.trim() === '') return
          onName(name.trim())
          onClose()
        }}
      >
        <TextField
          required
          label={logText.viewName}
          value={name}
          error={tried && name.trim() === '' ? logText.viewNameMissing : undefined}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
