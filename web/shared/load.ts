// The script that a shared page names. It loads the rest with its styles; until then the page of the server stands.
void import('./main.tsx')
