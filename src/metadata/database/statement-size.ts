/** How many ids one statement names. More of them are asked for in turns. */
export const IDS_A_STATEMENT = 1_000
