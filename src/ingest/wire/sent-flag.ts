/** Whether a flag is set, in any of the forms that SDKs send. */
export const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === 'true' || flag === '1'
