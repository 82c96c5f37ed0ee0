import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type MouseEvent } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { deviceQuery, seenQuery } from '@/features/device-page/device.queries.ts'
import { emptyMetricHistory } from '@/features/device-page/metrics/metric-poll-history.ts'
import { NotesEditor } from '@/features/device-page/notes/NotesEditor.tsx'
import { formatNumber } from '@/lib/format.ts'
import { asBoolean, createStored } from '@/lib/stored.ts'
import { factText } from '@/messages/device-page/device.ts'
import { TagList } from '@/ui/display/Tag.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'
import { deviceFacts } from './DeviceFacts.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import styles from './DeviceInfoPanel.module.css'

const TAGS_IN_HEADER = 3

/** Whether the less frequently used fields are shown. */
const moreFactsOpen = createStored('device.more-facts', false, asBoolean)

/** Information about the device, some of it editable. */
export function DeviceInfoPanel({ page }: { page: DevicePageData }) {
  const { device, role } = page
  const queries = useQueryClient()
  const { data: seen = emptyMetricHistory } = useQuery(seenQuery(device.uuid))
  const [editing, setEditing] = useState<'name' | 'tags' | null>(null)
  const mayNotUpdate = whyNotAllowed(role, 'resin.device.update')
  const tags = tagValues(device.device_tag)
  const close = () => setEditing(null)
  const [isOpen, setOpen] = useStored(moreFactsOpen)
  const details = useRef<HTMLDetailsElement>(null)
  const toggleMore = (event: MouseEvent) => {
    if (!details.current) return
    // The find function of the browser may have opened it.
    const next = !details.current.open
    event.preventDefault()
    details.current.open = next
    setOpen(next)
  }
  const { main, more } = deviceFacts(page, seen.lastUpdateMs)
  const name = {
    label: factText.name,
    value: (
      <span className={styles.editable}>
        {device.device_name}
        <IconButton
          size="s"
          label={factText.editName}
          icon={<IconPencil size={14} />}
          reason={mayNotUpdate}
          onClick={() => setEditing('name')}
        />
      </span>
    ),
  }
  return (
    <Panel
      title={factText.panel}
      className={styles.panel}
      actions={
        <>
          {tags.length > 0 && (
            <span className={styles.count}>{factText.tagCount(formatNumber(tags.length), tags.length)}</span>
          )}
          <TagList tags={tags} max={TAGS_IN_HEADER} label={factText.tags} />
          <Button
            size="s"
            variant="quiet"
            icon={tags.length > 0 ? <IconPencil size={14} /> : <IconPlus size={14} />}
            aria-label={factText.tagThis}
            reason={whyNotAllowed(role, 'resin.device_tag.all')}
            onClick={() => setEditing('tags')}
          >
            {factText.addTag}
          </Button>
        </>
      }
    >
      <Facts facts={[name, ...main]} />
      <NotesEditor device={device} reason={mayNotUpdate} />
      <details ref={details} className={styles.more} open={isOpen}>
        <summary onClick={toggleMore}>{factText.more(formatNumber(more.length))}</summary>
        <Facts facts={more} />
      </details>
      {editing === 'name' && <RenameDialog device={device} onClose={close} />}
      {editing === 'tags' && (
        <TagsDialog
          kind="device"
          things={[{ id: device.id, cliName: device.uuid, tags: device.device_tag }]}
          onChanged={() => queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })}
          onClose={close}
        />
      )}
    </Panel>
  )
}
