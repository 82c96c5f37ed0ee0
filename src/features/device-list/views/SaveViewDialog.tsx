import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { LONGEST_VALUE } from '@/domain/tags/kept-text.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { sharedViewsText } from '@/messages/device-list/views.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { storedViews } from './saved-views.ts'
import { viewKey, writeTeamView } from './team-view.ts'
import { teamViewsQuery } from './team-views.queries.ts'
import { saveForTeam, ViewConflict } from './team-views.ts'
import { LONGEST_NAME, withView } from './view-fields.ts'

export interface SaveViewDialogProps {
  fleetId: number
  /** The query string to save. */
  search: string
  /** The suggested name. */
  defaultName: string
  /** Initially selects the fleet as storage. */
  forTeam?: boolean
  onClose: () => void
}

/** Asks for the name of a view and where to save it: in this browser, or with the fleet for everyone who can see it. */
export function SaveViewDialog({
  fleetId,
  search,
  defaultName,
  forTeam = false,
  onClose,
}: SaveViewDialogProps) {
  const queries = useQueryClient()
  const [views, setViews] = useStored(storedViews)
  const [typed, setTyped] = useState(defaultName)
  const [isTeam, setTeam] = useState(forTeam)
  const { data: role } = useQuery(fleetRoleQuery(fleetId))
  const team = useQuery(teamViewsQuery(fleetId))
  const name = typed.trim()
  const known = team.data?.find(({ key }) => key === viewKey(name))
  const { length } = writeTeamView({ name, search }).value
  const whyNot =
    role === undefined ? commonText.loading : whyNotAllowed(role ?? 'member', 'resin.application_tag.all')

  const submit = async () => {
    if (!isTeam) {
      setViews(withView(views, { name, search }))
      showToast({ tone: 'ok', title: sharedViewsText.savedToast(name) })
      return onClose()
    }
    const refetch = () => queries.invalidateQueries({ queryKey: teamViewsQuery(fleetId).queryKey })
    try {
      await saveForTeam(fleetId, { name, search }, known)
    } catch (error) {
      // Shows the changes of others before the next attempt.
      if (error instanceof ViewConflict) await refetch()
      throw error
    }
    void refetch()
    showToast({ tone: 'ok', title: sharedViewsText.keptToast(name) })
    onClose()
  }
  const reasonOfTeam =
    length > LONGEST_VALUE
      ? sharedViewsText.tooLong(formatNumber(length), formatNumber(LONGEST_VALUE))
      : whyNot
  const replaced = isTeam
    ? known && sharedViewsText.replacesTeam(name)
    : views.some((view) => view.name === name)
      ? sharedViewsText.replaces(name)
      : undefined
  return (
    <FormDialog
      title={sharedViewsText.saveTitle}
      onClose={onClose}
      confirmLabel={commonText.save}
      reason={name === '' ? sharedViewsText.nameMissing : isTeam ? reasonOfTeam : undefined}
      onSubmit={submit}
    >
      <p>{sharedViewsText.explain}</p>
      <TextField
        required
        label={sharedViewsText.name}
        value={typed}
        maxLength={LONGEST_NAME}
        description={replaced}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Checkbox
        label={sharedViewsText.keepWithFleet}
        checked={isTeam}
        reason={isTeam ? undefined : reasonOfTeam}
        onChange={setTeam}
      />
      {isTeam && length > LONGEST_VALUE && <p role="alert">{reasonOfTeam}</p>}
    </FormDialog>
  )
}
