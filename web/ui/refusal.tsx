/** Says why something was refused or not found. Screen readers announce it at once. */
export const Refusal = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p role="alert" className="refusal">
      {text}
    </p>
  )
