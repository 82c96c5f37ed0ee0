import { IconExternalLink } from '@tabler/icons-react'
import { paths } from '@/lib/paths.ts'
import { supportText as text } from '@/messages/support/support.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'

/** Opens the help center in a new tab, signed in as the current user. */
export function HelpCentreLink({ reason }: { reason?: string | undefined }) {
  const style = { wide: true, icon: <IconExternalLink size={16} stroke={1.7} aria-hidden="true" /> }
  if (reason !== undefined) {
    return (
      <Button {...style} reason={reason}>
        {text.helpCentre}
      </Button>
    )
  }
  return (
    <ButtonLink {...style} to={paths.supportPortal()} target="_blank" rel="noreferrer">
      {text.helpCentre}
    </ButtonLink>
  )
}
