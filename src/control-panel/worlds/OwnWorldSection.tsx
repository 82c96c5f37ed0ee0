import { IconDownload, IconLink, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { showFailure, type WorldControl } from '@/control-panel/world-control.ts'
import { formatNumber } from '@/lib/format.ts'
import { fileName, saveTextFile } from '@/lib/save-file.ts'
import { ownWorldText as text } from '@/messages/control-panel/own-world.ts'
import { worldLink } from '@/simulation/world-file/world-link.ts'
import { fleetDeviceCount } from '@/simulation/world-file/world-references.ts'
import { type WorldFile } from '@/simulation/world-file/world-schema.ts'
import { writeWorldFile } from '@/simulation/write-world-file.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { worldDraft, ownWorldForm, townsIn } from './draft.ts'
import { industryWorld } from './industries.ts'
import { OwnWorldForm } from './OwnWorldForm.tsx'
import { useReadWorld } from './use-read-world.ts'
import { townsOf, useTowns } from './use-towns.ts'
import { WorldFileEditor } from './WorldFileEditor.tsx'
import panel from '@/control-panel/ControlPanel.module.css'

export interface OwnWorldSectionProps {
  control: WorldControl
  /** Called when the world is open, behind the panel. */
  onLeave: () => void
}

/** Creates a custom world with a form, or from a file. */
export function OwnWorldSection({ control, onLeave }: OwnWorldSectionProps) {
  const [form, setForm] = useStored(ownWorldForm)
  const draft = worldDraft(form)
  const written = form.edited ?? (draft === null ? '' : writeWorldFile(industryWorld(draft)))
  const { read, isReading } = useReadWorld(written, { isEdited: form.edited !== null })
  const file = read && 'file' in read ? read.file : null
  const names = form.edited === null ? townsIn(form.towns) : file && townsOf(file)
  const towns = useTowns(control.client, names ?? [])
  const reason = isReading
    ? text.reading
    : file !== null
      ? towns.problem
      : read === null
        ? text.companyNeeded
        : text.wrong
  const edit = (edited: string | null) => setForm({ ...form, edited })
  return (
    <>
      <section className={panel.section} aria-label={text.title}>
        <h3>{text.title}</h3>
        {form.edited === null ? (
          <OwnWorldForm form={form} towns={towns} onChange={setForm} />
        ) : (
          <EditedNotice onDiscard={() => edit(null)} />
        )}
        {form.edited !== null && towns.problem !== undefined && <Banner tone="bad">{towns.problem}</Banner>}
        {file !== null && <Contents file={file} />}
        <Actions control={control} file={file} written={written} reason={reason} onLeave={onLeave} />
      </section>
      <WorldFileEditor
        written={written}
        problem={read && 'problem' in read ? read.problem : null}
        isFine={file !== null && !isReading}
        onEdit={edit}
        loadOpen={control.client.worldFile}
      />
    </>
  )
}

function EditedNotice({ onDiscard }: { onDiscard: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Banner
        tone="info"
        action={
          <Button size="s" onClick={() => setAsking(true)}>
            {text.discard}
          </Button>
        }
      >
        {text.edited}
      </Banner>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={text.discardTitle}
        confirmLabel={text.discard}
        danger
        onConfirm={async () => onDiscard()}
      >
        <p>{text.discardWarning}</p>
      </ConfirmDialog>
    </>
  )
}

/** The resulting fleets with their numbers of devices. */
function Contents({ file: { fleets = [] } }: { file: WorldFile }) {
  return (
    <PlainTable label={text.contains}>
      <thead>
        <tr>
          <th scope="col">{text.fleet}</th>
          <th scope="col">{text.type}</th>
          <th scope="col" data-number>
            {text.devices}
          </th>
        </tr>
      </thead>
      <tbody>
        {fleets.map((fleet) => (
          <tr key={fleet.name}>
            <td role="rowheader">{fleet.name}</td>
            <td>{fleet.type}</td>
            <td data-number>{formatNumber(fleetDeviceCount(fleet))}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

interface ActionsProps extends OwnWorldSectionProps {
  file: WorldFile | null
  written: string
  /** Why the actions are disabled. */
  reason: string | undefined
}

function Actions({ control, file, written, reason, onLeave }: ActionsProps) {
  const [asking, setAsking] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const title = file?.title ?? file?.organization?.name ?? ''
  const open = async () => {
    if (file === null) return
    const opened = await control.openWorldFile(file)
    showToast({ tone: 'ok', key: 'simulator', title: text.opened(opened.title) })
    onLeave()
  }
  /** Edits are not discarded without confirmation. */
  const ask = async () => {
    setOpening(true)
    try {
      const { actions } = await control.client.stats()
      if (actions > 0) setAsking(true)
      else await open()
    } catch (error) {
      showFailure(error)
    } finally {
      setOpening(false)
    }
  }
  const copy = async () => {
    const link = await worldLink(written)
    const isCopied = link !== null && (await copyText(link))
    showToast({
      tone: isCopied ? 'ok' : 'bad',
      key: 'simulator',
      title: link === null ? text.tooLong : isCopied ? text.copied : text.notCopied,
    })
  }
  return (
    <div className={panel.row}>
      <Button
        variant="primary"
        icon={<IconPlayerPlay size={16} aria-hidden="true" />}
        reason={reason}
        busy={isOpening}
        onClick={() => void ask()}
      >
        {text.open}
      </Button>
      <Button
        icon={<IconLink size={16} aria-hidden="true" />}
        reason={reason}
        onClick={() => void copy().catch(showFailure)}
      >
        {text.copyLink}
      </Button>
      <Button
        icon={<IconDownload size={16} aria-hidden="true" />}
        reason={written === '' ? text.nothingToSave : undefined}
        onClick={() => saveTextFile(`${fileName(title || 'world')}.yaml`, written)}
      >
        {text.save}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={text.openTitle}
        confirmLabel={text.open}
        danger
        onConfirm={open}
      >
        <p>{text.openWarning(title)}</p>
      </ConfirmDialog>
    </div>
  )
}
