import { type ReactNode, useState } from 'react'
import { ToastHost } from '#web/ui/avisar.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { DialogHost } from '#web/ui/dialogos.tsx'
import { BUTTONS, CHOICES, FEEDBACK, FIELDS } from './mostras.tsx'
import { LISTS, OVERLAYS } from './mostrasSobre.tsx'
import './componentes.css'

const THEMES = [
  { valor: 'light', rotulo: 'Claro' },
  { valor: 'dark', rotulo: 'Escuro' },
] as const

/** Every primitive of ui/ in each of its states: to choose from for a new screen, and to look at after a change. */
export function ComponentesPage() {
  const [theme, setTheme] = useState<'light' | 'dark'>(
    new URLSearchParams(window.location.search).get('tema') === 'escuro' ? 'dark' : 'light',
  )
  return (
    <main className="componentes" data-theme={theme}>
      <header>
        <h1>Componentes</h1>
        <Segmented rotulo="Tema" valor={theme} opcoes={THEMES} aoMudar={setTheme} />
      </header>
      <Group nome="Botões">{BUTTONS}</Group>
      <Group nome="Campos">{FIELDS}</Group>
      <Group nome="Escolhas">{CHOICES}</Group>
      <Group nome="Avisos e espera">{FEEDBACK}</Group>
      <Group nome="Sobre a tela">{OVERLAYS}</Group>
      <Group nome="Listas">{LISTS}</Group>
      <DialogHost />
      <ToastHost />
    </main>
  )
}

const Group = ({ nome, children }: { nome: string; children: Record<string, ReactNode> }) => (
  <section aria-label={nome}>
    <h2>{nome}</h2>
    <div className="componentes-grade">
      {Object.entries(children).map(([titulo, mostra]) => (
        <figure key={titulo}>
          <figcaption className="miudo">{titulo}</figcaption>
          <div>{mostra}</div>
        </figure>
      ))}
    </div>
  </section>
)
