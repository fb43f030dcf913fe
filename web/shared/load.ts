// The script that a shared page refers to. It loads the rest with its styles. Until then the page of the
// server stays.
void import('./main.tsx')
