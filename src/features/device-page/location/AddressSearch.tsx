import { IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { findPlaces } from '@/api/geocoder.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { locationText as text } from '@/messages/device-page/device-settings.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import type { Place } from '@/ui/map/place.ts'
import styles from './DeviceLocationPage.module.css'

export interface AddressSearchProps {
  /** URL of the geocoding service. */
  geocoderUrl: string
  onPlace: (place: Place) => void
}

/** Finds a location by address. Requests are sent on submit, never while typing. */
export function AddressSearch({ geocoderUrl, onPlace }: AddressSearchProps) {
  const [address, setAddress] = useState('')
  const search = useMutation({ mutationFn: (query: string) => findPlaces(geocoderUrl, query) })
  const reason = address.trim() === '' ? text.searchEmpty : undefined
  return (
    <form
      role="search"
      aria-label={text.address}
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && !search.isPending) search.mutate(address.trim())
      }}
    >
      <TextField
        label={text.address}
        type="search"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button
        type="submit"
        icon={<IconSearch size={16} aria-hidden="true" />}
        busy={search.isPending}
        reason={reason}
      >
        {text.search}
      </Button>
      {search.isError && (
        <p role="alert" className={styles.failure}>
          {failureText(search.error)}
        </p>
      )}
      {search.data?.length === 0 && <Status>{text.nothingFound}</Status>}
      {search.data && search.data.length > 0 && (
        <ul aria-label={text.found} className={styles.found}>
          {search.data.map(({ name, ...place }) => (
            <li key={`${name} ${place.latitude} ${place.longitude}`}>
              <Button wide variant="quiet" onClick={() => onPlace(place)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
