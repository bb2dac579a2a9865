import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BOTAO_MAXIMO, type Botao, CABECALHO_MAXIMO, type Partes } from '#domain/partes.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { DeleteOutlineOutlined as DeleteOutlined } from '#web/ui/icons/DeleteOutlineOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import './editor.css'

interface Props {
  partes: Partes
  /** The first problem with them; empty when there is none. */
  problema: string | undefined
  aoMudar: (partes: Partes) => void
}

const NOVOS: { rotulo: string; botao: Botao }[] = [
  { rotulo: 'Resposta do cliente', botao: { tipo: 'resposta', texto: 'Falar com uma pessoa' } },
  { rotulo: 'Parar de receber', botao: { tipo: 'parar', texto: 'Parar avisos' } },
  { rotulo: 'Abrir um endereço', botao: { tipo: 'link', texto: 'Ver a conta', url: 'https://' } },
  { rotulo: 'Copiar a chave Pix', botao: { tipo: 'copiar_pix' } },
]
const ROTULOS: Record<Botao['tipo'], string> = {
  resposta: 'Resposta do cliente',
  parar: 'Parar de receber',
  link: 'Abre um endereço',
  copiar_pix: 'Copia a chave Pix',
}

/** The header above the text and the buttons below it; most templates have neither. */
export function PartesDoModelo({ partes, problema, aoMudar }: Props) {
  const { cabecalho, botoes } = partes
  /** Whether the header was just added: it takes the focus. */
  const [novo, setNovo] = useState(false)
  const secao = useRef<HTMLElement>(null)
  const trocar = (i: number, novo: Botao | null) =>
    aoMudar({ ...partes, botoes: botoes.flatMap((botao, n) => (n === i ? (novo ?? []) : botao)) })
  /** Selects the new button's text, to be typed over. */
  const incluir = (botao: Botao) => {
    flushSync(() => aoMudar({ ...partes, botoes: [...botoes, botao] }))
    const ultima = [...(secao.current?.querySelectorAll('.parte') ?? [])].at(-1)
    if (botao.tipo !== 'copiar_pix') ultima?.querySelector('input')?.select()
  }
  return (
    <section ref={secao} aria-label="Cabeçalho e botões">
      <h3>Cabeçalho e botões</h3>
      {/* No gap: each field's error line is the room between them. */}
      <div>
        {cabecalho !== null && (
          <ParteRemovivel aoTirar={() => aoMudar({ ...partes, cabecalho: null })} rotulo="Tirar o cabeçalho">
            <TextField
              rotulo="Cabeçalho"
              autoFocus={novo}
              placeholder="Conta {{numero}}"
              value={cabecalho}
              onChange={({ target }) => aoMudar({ ...partes, cabecalho: target.value })}
              maxLength={CABECALHO_MAXIMO + 40}
            />
          </ParteRemovivel>
        )}
        {botoes.map((botao, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its place
          <ParteRemovivel key={i} aoTirar={() => trocar(i, null)} rotulo={`Tirar o botão ${i + 1}`}>
            <CamposDoBotao botao={botao} aoMudar={(mudado) => trocar(i, mudado)} />
          </ParteRemovivel>
        ))}
      </div>
      <div role="status" className="modelo-detalhe menor cinza erro">
        {problema}
      </div>
      <div className="parte-novas flex wrap gap-8">
        {cabecalho === null && (
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => {
              setNovo(true)
              aoMudar({ ...partes, cabecalho: '' })
            }}
          >
            Cabeçalho
          </Button>
        )}
        <NovoBotao aoEscolher={incluir} />
      </div>
    </section>
  )
}

const NovoBotao = ({ aoEscolher }: { aoEscolher: (botao: Botao) => void }) => (
  <Menu
    rotulo="Que botão"
    trigger={
      <Button size="small" startIcon={<AddOutlined />}>
        Botão
      </Button>
    }
  >
    {NOVOS.map(({ rotulo, botao }) => (
      <MenuItem key={rotulo} onClick={() => aoEscolher(botao)}>
        {rotulo}
      </MenuItem>
    ))}
  </Menu>
)

const CamposDoBotao = ({ botao, aoMudar }: { botao: Botao; aoMudar: (botao: Botao) => void }) => (
  <>
    {botao.tipo === 'copiar_pix' ? (
      <div>{ROTULOS.copiar_pix}</div>
    ) : (
      <TextField
        rotulo={ROTULOS[botao.tipo]}
        value={botao.texto}
        onChange={({ target }) => aoMudar({ ...botao, texto: target.value })}
        maxLength={BOTAO_MAXIMO}
      />
    )}
    {botao.tipo === 'link' && (
      <TextField
        rotulo="Endereço"
        placeholder="https://suaempresa.com.br/contas/{{numero}}"
        value={botao.url}
        onChange={({ target }) => aoMudar({ ...botao, url: target.value })}
      />
    )}
  </>
)

const ParteRemovivel = ({
  rotulo,
  aoTirar,
  children,
}: {
  rotulo: string
  aoTirar: () => void
  children: ReactNode
}) => (
  <div className="parte">
    <div className="parte-campos grow flex wrap">{children}</div>
    <IconButton aria-label={rotulo} onClick={aoTirar}>
      <DeleteOutlined size={24} />
    </IconButton>
  </div>
)
