import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { nameLimits, nameProblem } from '@/domain/device/device-name.ts'
import { deviceCalls } from '@/domain/operations/device-calls.ts'
import { deviceQuery, type Device } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { commonText, formText } from '@/messages/common/common.ts'
import { renameText } from '@/messages/device-page/device.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useDraft } from '@/widgets/dialog/drafts.ts'

const problems = {
  empty: renameText.empty,
  'too-long': renameText.tooLong(nameLimits.device),
  'line-break': renameText.lineBreak,
}

/** Asks for a new name. The input is kept if saving fails. */
export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const form = useId()
  const queries = useQueryClient()
  const [name, setName] = useState(device.device_name)
  const [tried, setTried] = useState(false)
  const { isBack, attach, forget } = useDraft(renameText.title)
  const rename = useMutation({
    mutationFn: () => deviceCalls.rename(device.id, name.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
      showToast({ tone: 'ok', title: renameText.done(name.trim()) })
      cancel()
    },
  })
  const cancel = () => {
    forget()
    onClose()
  }
  const problem = nameProblem(name)
  const shownProblem =
    tried && problem ? problems[problem] : rename.error ? failureText(rename.error) : undefined
  return (
    <Dialog
      onClose={cancel}
      title={renameText.title}
      size="s"
      footer={
        <>
          <Button onClick={cancel}>{commonText.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={rename.isPending}>
            {renameText.confirm}
          </Button>
        </>
      }
    >
      <form
        ref={attach}
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem === undefined && !rename.isPending) rename.mutate()
        }}
      >
        {isBack && <Status>{formText.isBack}</Status>}
        <TextField
          required
          label={renameText.label}
          value={name}
          error={shownProblem}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.target.value)}
        />
        {rename.isError && <p>{formText.kept}</p>}
      </form>
    </Dialog>
  )
}
