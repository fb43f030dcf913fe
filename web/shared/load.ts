// The first script of a shared page. It loads the rest of the code and its styles. Until they are loaded,
// the page that the server sent stays visible.
void import('./main.tsx')
