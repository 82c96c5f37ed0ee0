import { useState } from 'react'
import { api } from '@/api/api.ts'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { leaveForIdentityProvider, startSaml } from '@/domain/account/social-sign-in.ts'
import { absoluteUrl } from '@/lib/base.ts'
import { paths } from '@/lib/paths.ts'
import { enterpriseText as text } from '@/messages/preferences/preferences.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

export interface MergeDialogProps {
  /** The email address that the identity provider must have for the user. */
  email: string
  onClose: () => void
}

/**
 * Redirects to an organization's identity provider, whose account is then merged with this one. States that both
 * email addresses must match; the platform checks that on return.
 */
export function MergeDialog({ email, onClose }: MergeDialogProps) {
  const [typed, setTyped] = useState('')
  const identifier = typed.trim()
  return (
    <FormDialog
      title={text.mergeTitle}
      confirmLabel={text.proceed}
      onClose={onClose}
      reason={identifier === '' ? text.identifierMissing : undefined}
      onSubmit={async () => {
        await api()
          .entry.askForIdentityProvider(identifier, absoluteUrl(paths.home()))
          .catch((error: unknown) => {
            throw isApiError(error, 'not-found') ? new Failure(text.unknownIdentifier(identifier)) : error
          })
        startSaml()
        leaveForIdentityProvider(identifier)
      }}
    >
      <p>{text.mergeBody(email)}</p>
      <Banner tone="warn">{text.mergeKeys}</Banner>
      <TextField
        required
        label={text.identifier}
        description={text.identifierHint}
        value={typed}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
