import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { RenameField } from '#web/question/rename-field.tsx'

interface TagsFieldProps {
  readonly tags: readonly string[]
  onChange(tags: readonly string[]): void
}

/**
 * The tags of an insight, after its name. A click turns them into a field in which they are separated by
 * commas.
 */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing)
    return (
      <RenameField
        label="Tags, separated by commas"
        value={tags.join(', ')}
        placeholder="activation, weekly"
        onDone={(typed) => {
          setEditing(false)
          if (typed !== null) onChange(tagsIn(typed))
        }}
      />
    )
  return (
    <button
      type="button"
      className="line only-wide tags"
      aria-label="Edit the tags"
      onClick={() => setEditing(true)}
    >
      {tags.length === 0 && <IconTag size={16} aria-hidden />}
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
    </button>
  )
}

const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]
