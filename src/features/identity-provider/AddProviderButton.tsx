import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { identityProviderText as text } from '@/messages/identity-provider/identity-provider.ts'
import { Button, type ButtonProps } from '@/ui/form/Button.tsx'
import { AddProviderDialog } from './AddProviderDialog.tsx'
import { eligible, whyNotAdd, type Viewer } from './provider-access.ts'

export interface AddProviderButtonProps extends Pick<ButtonProps, 'variant'> {
  viewer: Viewer
}

/** Opens the form for a new identity provider; disabled with the reason if none can be added. */
export function AddProviderButton({ viewer, variant }: AddProviderButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        icon={<IconPlus size={16} aria-hidden="true" />}
        reason={whyNotAdd(viewer)}
        onClick={() => setOpen(true)}
      >
        {text.add}
      </Button>
      {isOpen && <AddProviderDialog organizations={eligible(viewer)} onClose={() => setOpen(false)} />}
    </>
  )
}
