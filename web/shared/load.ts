// The script that a shared page refers to. It loads the rest of the code, with its styles. Until that is
// loaded, the page that the server sent stays visible.
void import('./main.tsx')
