/** The reason why a form was not taken, which screen readers say at once. */
export const Refusal = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <p role="alert" className="form__refusal">
      {text}
    </p>
  )
