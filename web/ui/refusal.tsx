/** The reason why something was not taken or not found, which screen readers say at once. */
export const Refusal = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p role="alert" className="refusal">
      {text}
    </p>
  )
