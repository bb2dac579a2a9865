import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { LEGENDA_MAXIMA, TEXTO_MAXIMO, TIPOS_DE_ARQUIVO } from '#domain/arquivo.ts'
import { tratamento } from '#domain/tratamento.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { useFrasesNoCampo } from '#web/frases/useFrasesNoCampo.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { escreverEm } from '#web/ui/escreverEm.ts'
import { AttachFileOutlined } from '#web/ui/icons/AttachFileOutlined.tsx'
import { Send as SendOutlined } from '#web/ui/icons/Send.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { Anexos } from './Anexos.tsx'
import { enviarArquivo, enviarTexto } from './filaDeEnvio.ts'
import { TextosProntos } from './TextosProntos.tsx'
import { useAnexos } from './useAnexos.ts'
import { useDigitando } from './useDigitando.ts'
import './compositor.css'

/** The count is shown when fewer characters than this remain. */
const AVISO_DO_LIMITE = 296
const Dica = ({ restam }: { restam: number }) =>
  restam < AVISO_DO_LIMITE ? (
    <span>{restam < 0 ? `${-restam} a mais para uma legenda` : `${restam} restantes`}</span>
  ) : (
    <span className="dica-do-enter">Enter envia, / traz frase</span>
  )

interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  placeholder: string
  texto: string
  aoMudar: (texto: string) => void
}

/** Enter sends, Shift+Enter breaks the line, Esc leaves the field. What is sent shows at once and is never lost. */
export function Compositor({ cliente, selecao, placeholder, texto, aoMudar }: Props) {
  const campo = useRef<HTMLTextAreaElement>(null)
  const celular = useMedia('(max-width: 639.95px)')
  const { anexos, frases, maximo, enviar, aoTeclar } = useEnvio({ clienteId: cliente.id, texto, aoMudar, campo })
  const avisarQueDigita = useDigitando(cliente)

  const botoes = (
    <>
      <Anexar aoEscolher={(arquivos) => void anexos.juntar(arquivos ?? []).then(() => campo.current?.focus())} />
      <TextosProntos
        cliente={cliente}
        selecao={selecao}
        soModelos={celular}
        aoEscolher={(pronto) => {
          const [novo, cursor] = comPronto(texto, pronto, campo.current?.selectionStart, campo.current?.selectionEnd)
          escreverEm(campo.current, () => aoMudar(novo), cursor)
        }}
      />
      {!celular && <Dica restam={maximo - texto.length} />}
      <IconButton aria-label="Enviar mensagem" className="enviar" disabled={!enviar} onClick={enviar}>
        <SendOutlined />
      </IconButton>
    </>
  )
  return (
    <div data-campo-da-mensagem className={anexos.sobre ? 'compositor sobre' : 'compositor'}>
      <Anexos
        arquivos={anexos.arquivos}
        erro={anexos.erro}
        aoTirar={(arquivo) => {
          anexos.tirar(arquivo)
          // Its button goes with it, and outside of the field each letter is a command.
          if (!celular) campo.current?.focus()
        }}
      />
      {frases.lista}
      <div className="compositor-campo flex gap-4">
        <span className="campo-da-mensagem grow grid" data-texto={texto}>
          <textarea
            ref={campo}
            rows={1}
            aria-label={`Mensagem para ${tratamento(cliente)}`}
            {...frases.campo}
            maxLength={TEXTO_MAXIMO}
            value={texto}
            placeholder={
              anexos.sobre
                ? 'Solte para anexar'
                : anexos.arquivos.length > 0
                  ? 'Legenda'
                  : celular
                    ? 'Mensagem'
                    : placeholder
            }
            onPaste={anexos.colar}
            onChange={({ target }) => {
              aoMudar(target.value)
              frases.moverCursor(target.selectionStart)
              if (target.value.trim()) avisarQueDigita()
            }}
            onKeyDown={aoTeclar}
          />
        </span>
        {celular && botoes}
      </div>
      {!celular && <div className="compositor-botoes row gap-8">{botoes}</div>}
    </div>
  )
}

interface Envio {
  clienteId: number
  texto: string
  aoMudar: (texto: string) => void
  campo: RefObject<HTMLTextAreaElement | null>
}
/** The text and files about to leave, the text's limit and the field's keys; `enviar` is undefined where sending is not allowed. */
function useEnvio({ clienteId, texto, aoMudar, campo }: Envio) {
  const anexos = useAnexos(clienteId)
  const frases = useFrasesNoCampo({ clienteId, texto, aoMudar, campo })
  const comAnexos = anexos.arquivos.length > 0
  const maximo = comAnexos ? LEGENDA_MAXIMA : TEXTO_MAXIMO
  const pode = (comAnexos || texto.trim().length > 0) && texto.length <= maximo
  const enviar = () => {
    campo.current?.focus()
    if (frases.faltaAlgo()) return
    enviarTudo(clienteId, texto, anexos.arquivos)
    anexos.limpar()
    aoMudar('')
  }
  const aoTeclar = (evento: KeyboardEvent) => {
    if (evento.nativeEvent.isComposing || frases.aoTeclar(evento)) return
    if (evento.key === 'Escape') irParaAConversa()
    else if (evento.key === 'Enter' && !evento.shiftKey) {
      if (pode) enviar()
    } else return
    evento.preventDefault()
  }
  return { anexos, frases, maximo, enviar: pode ? enviar : undefined, aoTeclar }
}

/** Out of the field, since outside of it each letter is a command, but in view: what is opened next gives the focus back there. */
const irParaAConversa = () => document.querySelector<HTMLElement>('[role=log]')?.focus({ preventScroll: true })

/** With files, the text goes as the caption of the first. */
function enviarTudo(clienteId: number, texto: string, arquivos: ReturnType<typeof useAnexos>['arquivos']) {
  if (arquivos.length === 0) enviarTexto(clienteId, texto)
  for (const [i, arquivo] of arquivos.entries()) enviarArquivo(clienteId, arquivo, i === 0 ? texto.trim() : '')
}

/** Inserts a text at the caret, with a space before it where one is needed; gives the text and the new caret. */
function comPronto(texto: string, pronto: string, de = texto.length, ate = texto.length): [string, number] {
  const antes = texto.slice(0, de)
  const junto = antes + (antes && !/\s$/.test(antes) ? ' ' : '') + pronto
  return [(junto + texto.slice(ate)).slice(0, TEXTO_MAXIMO), junto.length]
}

function Anexar({ aoEscolher }: { aoEscolher: (arquivos: FileList | null) => void }) {
  const escolha = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton aria-label="Anexar imagem ou PDF" className="anexar" onClick={() => escolha.current?.click()}>
        <AttachFileOutlined />
      </IconButton>
      <input
        ref={escolha}
        type="file"
        accept={TIPOS_DE_ARQUIVO}
        multiple
        aria-label="Anexar arquivos à mensagem"
        hidden
        onChange={(evento) => {
          aoEscolher(evento.target.files)
          evento.target.value = ''
        }}
      />
    </>
  )
}
