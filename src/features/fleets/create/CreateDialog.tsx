import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { offers } from '@/api/api.ts'
import { ApiError } from '@/api/errors.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { paths } from '@/lib/paths.ts'
import { fleetCreateText as text } from '@/messages/fleets/fleet-create.ts'
import { deployLinkText } from '@/messages/fleets/fleet-lists.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { createCommands } from './create-commands.ts'
import { createApplication } from './create.queries.ts'
import { NewApplicationFields } from './NewApplicationFields.tsx'
import { useNewApplication } from './use-new-application.ts'
import styles from './CreateDialog.module.css'

export interface CreateDialogProps {
  fleetClass: FleetClass
  /** Preselected if the dialog is opened on its page. */
  organization?: number | undefined
  onClose: () => void
  /** Switches to deploying a project from GitHub. */
  onDeploy: () => void
}

/** Creates a fleet, app or block and opens its page. */
export function CreateDialog({ fleetClass, organization: here, onClose, onDeploy }: CreateDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useNewApplication(fleetClass, { organization: here })
  const { complete, organization, type, administersNothing } = form
  const whyNothing = administersNothing ? text.onlyAdministrators(fleetClass) : undefined

  const submit = async () => {
    if (complete === undefined) return
    const id = await createApplication(complete)
    if (id === undefined) throw new ApiError('server', text.couldNotFindId(fleetClass))
    form.finish()
    void queries.invalidateQueries({ queryKey: ['application'] })
    showToast({ tone: 'ok', title: text.created(complete.name) })
    await navigate(paths.application(id, fleetClass))
  }
  return (
    <FormDialog
      title={text.title(fleetClass)}
      size="m"
      confirmLabel={text.confirm(fleetClass)}
      onClose={onClose}
      reason={whyNothing ?? (complete === undefined ? text.missing : form.problem)}
      commands={
        complete &&
        createCommands(complete, { organization: organization?.handle ?? '', deviceType: type?.slug ?? '' })
      }
      onSubmit={submit}
    >
      {whyNothing !== undefined && <Banner tone="info">{whyNothing}</Banner>}
      <NewApplicationFields form={form} startsFocused />
      {offers('builds') && (
        <div className={styles.instead}>
          <Button size="s" variant="quiet" onClick={onDeploy}>
            {deployLinkText.instead}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
