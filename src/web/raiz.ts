/** React's own: a module of ours, so that arranque.ts can have it read before the rest, in a task of its own. */
export { createRoot } from 'react-dom/client'
