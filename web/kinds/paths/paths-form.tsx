import type { PathsFilter } from '#web/api/query-node.ts'
import { FiltersBlock } from '#web/question/filters-block.tsx'
import { AddText, TextChip } from '#web/ui/add-text.tsx'
import { NumberPill } from '#web/ui/number-pill.tsx'
import { CountedPill } from '../counted-pill.tsx'
import type { FormProps } from '../kind-view.ts'
import { EndPicker } from './end-picker.tsx'
import { withEnd } from './path-ends.ts'
import { pathsFilterOf, withPathsFilter } from './paths-filter.ts'
import '../kinds.css'
import './paths.css'

const TYPES = [
  { value: '$pageview', label: 'Page views, by address' },
  { value: '$screen', label: 'Screens' },
  { value: 'custom_event', label: 'Custom events' },
] as const
const ENDS = [
  { noun: 'start', end: 'startPoint' },
  { noun: 'end', end: 'endPoint' },
] as const
const MOST_STEPS = 20
const STEPS = 5
const MOST_EDGES = 1_000
const EDGES = 50
const MOST_WEIGHT = 1_000_000

/**
 * The form of paths: which events they consist of, where they start and end, and how many edges are shown.
 */
export function PathsForm({ question, setQuestion }: FormProps) {
  const filter = pathsFilterOf(question)
  const change = (changed: Parameters<typeof withPathsFilter>[1]) =>
    setQuestion(withPathsFilter(question, changed))
  return (
    <>
      <Types filter={filter} onChange={(includeEventTypes) => change({ includeEventTypes })} />
      <div className="block">
        <div className="block__head">
          <h2>Start and end</h2>
        </div>
        {ENDS.map(({ noun, end }) => (
          <EndPicker
            key={end}
            noun={noun}
            value={filter[end]}
            types={filter.includeEventTypes ?? []}
            onPick={(picked) => setQuestion(withEnd(question, end, picked))}
          />
        ))}
      </div>
      <FiltersBlock heading="Filters" question={question} setQuestion={setQuestion} />
      <div className="block">
        <div className="block__head">
          <h2>Rules</h2>
        </div>
        <CountedPill question={question} setQuestion={setQuestion} />
        <div className="pair">
          <span className="soft">Steps</span>
          <NumberPill
            label="Steps of a path"
            part="steps"
            value={filter.stepLimit ?? STEPS}
            least={2}
            most={MOST_STEPS}
            onChange={(stepLimit) => change({ stepLimit })}
          />
        </div>
        <div className="pair">
          <span className="soft">Edges to show at most</span>
          <NumberPill
            label="Edges to show at most"
            part="edges"
            value={filter.edgeLimit ?? EDGES}
            least={1}
            most={MOST_EDGES}
            onChange={(edgeLimit) => change({ edgeLimit })}
          />
        </div>
        <div className="pair">
          <span className="soft">Hide edges with fewer than</span>
          <NumberPill
            label="Hide edges with fewer paths than"
            part="least"
            value={filter.minEdgeWeight ?? 0}
            least={0}
            most={MOST_WEIGHT}
            onChange={(least) => change({ minEdgeWeight: least === 0 ? undefined : least })}
          />
        </div>
        <div className="pair">
          <span className="soft">Hide edges with more than</span>
          <NumberPill
            label="Hide edges with more paths than; 0 hides none"
            part="most"
            value={filter.maxEdgeWeight ?? 0}
            least={0}
            most={MOST_WEIGHT}
            onChange={(most) => change({ maxEdgeWeight: most === 0 ? undefined : most })}
          />
        </div>
        <CleaningSwitch
          isOn={filter.pathReplacements === true}
          onChange={(isOn) => change({ pathReplacements: isOn || undefined })}
        />
        <div className="pair">
          <span className="soft">A path ends after</span>
          <span>30 min without events</span>
        </div>
      </div>
      <Texts
        heading="Group items"
        part="groupings"
        noun="grouping"
        placeholder="/orders/*"
        texts={filter.pathGroupings}
        onChange={(pathGroupings) => change({ pathGroupings })}
      />
      <Texts
        heading="Exclude items"
        part="left-out"
        noun="item"
        placeholder="app opened"
        texts={filter.excludeEvents}
        onChange={(excludeEvents) => change({ excludeEvents })}
      />
    </>
  )
}

interface TypesProps {
  readonly filter: PathsFilter
  onChange(types: readonly string[] | undefined): void
}

/** Switches for the types of events in paths. If all are off, paths have events of all types. */
function Types({ filter: { includeEventTypes = [] }, onChange }: TypesProps) {
  return (
    <div className="block" data-part="path-types">
      <div className="block__head">
        <h2>Paths of</h2>
      </div>
      {TYPES.map(({ value, label }) => {
        const isChosen = includeEventTypes.includes(value)
        return (
          <div key={value} className="pair">
            <span className="soft">{label}</span>
            <button
              type="button"
              role="switch"
              className="switch"
              aria-label={label}
              aria-checked={isChosen}
              onClick={() =>
                onChange(
                  isChosen ? includeEventTypes.filter((one) => one !== value) : [...includeEventTypes, value],
                )
              }
            />
          </div>
        )
      })}
      {includeEventTypes.length === 0 && <p className="quiet">None chosen: paths have all events.</p>}
    </div>
  )
}

interface CleaningSwitchProps {
  readonly isOn: boolean
  onChange(isOn: boolean): void
}

/** Switch for whether the path cleaning rules in the settings of the project are applied. */
const CleaningSwitch = ({ isOn, onChange }: CleaningSwitchProps) => (
  <div className="pair">
    <span className="soft">Apply the project's path cleaning rules</span>
    <button
      type="button"
      role="switch"
      className="switch"
      data-part="cleaning"
      aria-label="Apply the project's path cleaning rules"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
    />
  </div>
)

interface TextsProps {
  readonly heading: string
  readonly part: string
  readonly noun: string
  readonly placeholder: string
  readonly texts: readonly string[] | undefined
  onChange(texts: readonly string[]): void
}

const Texts = ({ heading, part, noun, placeholder, texts = [], onChange }: TextsProps) => (
  <div className="block" data-part={part}>
    <div className="block__head">
      <h2>{heading}</h2>
    </div>
    {texts.length > 0 && (
      <div className="ptexts">
        {texts.map((text) => (
          <TextChip
            key={text}
            text={text}
            noun={noun}
            onRemove={() => onChange(texts.filter((one) => one !== text))}
          />
        ))}
      </div>
    )}
    <AddText
      label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}
      placeholder={placeholder}
      onAdd={(text) => onChange([...new Set([...texts, text])])}
    />
  </div>
)
