import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { FormDialog } from '@/domain/screen/FormDialog.tsx'
import { LONGEST_VALUE } from '@/domain/tags/kept-text.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common.ts'
import { sharedViewsText } from '@/messages/views.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { useStored } from '@/ui/use-stored.ts'
import { storedViews } from './saved-views.ts'
import { viewKey, writeTeamView } from './views/team-view.ts'
import { saveForTeam, ViewConflict } from './views/team-views.ts'
import { teamViewsQuery } from './views/team-views.queries.ts'
import { LONGEST_NAME, withView } from './views/view-fields.ts'

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
