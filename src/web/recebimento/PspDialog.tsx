import { useRef } from 'react'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Recebimento } from '#contract/recebimento.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { useGravar } from './useGravar.ts'

type Psp = Recebimento['psp']
interface Valores {
  psp: {
    base_url: string
    token_url: string
    client_id: string
    client_secret: string
    certificado: string
    chave_privada: string
    cabecalhos: string
  }
}

const endereco = (texto: unknown) =>
  /^https?:\/\/\S+$/.test(String(texto).trim()) || 'Cole o endereço que o banco informou, começando com https://.'

/** The access to a PSP: it is tested before it replaces the one in use, and what was typed stays when that fails. */
export function PspDialog({ psp, aoFechar }: { psp: Psp; aoFechar: () => void }) {
  const gravar = useGravar()
  const valores: Valores = {
    psp: {
      base_url: psp?.base_url ?? '',
      token_url: psp?.token_url ?? '',
      client_id: psp?.client_id ?? '',
      client_secret: '',
      certificado: '',
      chave_privada: '',
      cabecalhos: '',
    },
  }
  return (
    <FormDialog<Valores>
      titulo={psp ? 'Trocar o acesso ao banco' : 'Ligar o banco'}
      acao="Provar e gravar"
      largura={640}
      valores={valores}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        await gravar.mutateAsync({ psp: corpoDe(dados) })
        avisar('O banco respondeu: o acesso está gravado.')
        aoFechar()
      }}
    >
      {(form) => <Campos form={form} psp={psp} />}
    </FormDialog>
  )
}

function Campos({ form: { control, setValue }, psp }: { form: UseFormReturn<Valores>; psp: Psp }) {
  return (
    <>
      <FormTextField
        control={control}
        nome="psp.base_url"
        rotulo="Endereço da API Pix"
        data-autofocus
        autoComplete="off"
        placeholder="https://pix.banco.com.br/v2"
        ajuda="Sem o que vem depois: /cob, /pix e os outros são nossos."
        regras={{ validate: endereco }}
      />
      <FormTextField
        control={control}
        nome="psp.token_url"
        rotulo="Endereço do token"
        autoComplete="off"
        placeholder="https://pix.banco.com.br/oauth/token"
        regras={{ validate: endereco }}
      />
      <DeQuemPede control={control} psp={psp} />
      <Arquivo
        control={control}
        nome="psp.certificado"
        rotulo="Certificado (PEM)"
        ajuda={fica(psp?.gravados.certificado, 'O que o banco emitiu para você, em PEM.')}
        aoLer={(texto) => setValue('psp.certificado', texto, { shouldDirty: true })}
      />
      <Arquivo
        control={control}
        nome="psp.chave_privada"
        rotulo="Chave privada (PEM)"
        ajuda={fica(psp?.gravados.chave_privada, 'A do certificado. Guardada cifrada e nunca mais mostrada.')}
        aoLer={(texto) => setValue('psp.chave_privada', texto, { shouldDirty: true })}
      />
      <FormTextField
        control={control}
        nome="psp.cabecalhos"
        rotulo="Cabeçalhos a mais"
        opcional
        linhas={2}
        spellCheck={false}
        placeholder="x-api-key: 0123"
        ajuda={fica(psp?.gravados.cabecalhos, 'Um por linha, “nome: valor”, quando o banco pede.')}
        regras={{
          validate: (texto) => lerCabecalhos(String(texto)) !== null || 'Escreva um por linha: “nome: valor”.',
        }}
      />
      <AvisoDeOutroEndereco control={control} psp={psp} />
    </>
  )
}

interface DoAcesso {
  control: Control<Valores>
  psp: Psp
}
/** The credentials by which the bank knows us. */
const DeQuemPede = ({ control, psp }: DoAcesso) => (
  <div className="recebimento-par">
    <FormTextField
      control={control}
      nome="psp.client_id"
      rotulo="client_id"
      autoComplete="off"
      regras={{ validate: (texto) => String(texto).trim() !== '' || 'Cole o client_id que o banco informou.' }}
    />
    <FormTextField
      control={control}
      nome="psp.client_secret"
      rotulo="client_secret"
      opcional
      type="password"
      autoComplete="new-password"
      ajuda={fica(psp?.gravados.client_secret, 'Alguns bancos não dão.')}
    />
  </div>
)

const fica = (gravado: boolean | undefined, senao: string) => (gravado ? 'Vazio: fica o que está gravado.' : senao)

/** Secrets given to one address are not sent to another. */
function AvisoDeOutroEndereco({ control, psp }: DoAcesso) {
  const { base_url, token_url } = useWatch({ control, name: 'psp' })
  if (!psp || (base_url === psp.base_url && token_url === psp.token_url)) return null
  return (
    <p className="miudo">
      O endereço mudou: escreva de novo o segredo, o certificado, a chave e os cabeçalhos. O que está gravado foi dado
      ao endereço de antes.
    </p>
  )
}

interface ArquivoProps {
  control: Control<Valores>
  nome: 'psp.certificado' | 'psp.chave_privada'
  rotulo: string
  ajuda: string
  aoLer: (texto: string) => void
}

/** A text that usually comes as a file: pasted, or read from the disk. */
function Arquivo({ control, nome, rotulo, ajuda, aoLer }: ArquivoProps) {
  const campo = useRef<HTMLInputElement>(null)
  return (
    <div className="recebimento-pem">
      <Controller
        control={control}
        name={nome}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            rotulo={rotulo}
            opcional
            linhas={2}
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN …"
            ajuda={ajuda}
            erro={fieldState.error?.message}
          />
        )}
      />
      <Button size="small" variant="outlined" onClick={() => campo.current?.click()}>
        Ler do arquivo
      </Button>
      <input
        ref={campo}
        type="file"
        accept=".pem,.crt,.cer,.key,.txt"
        aria-label={`Arquivo: ${rotulo}`}
        className="so-leitor"
        tabIndex={-1}
        onChange={({ target }) => {
          void target.files?.[0]?.text().then(aoLer)
          target.value = ''
        }}
      />
    </div>
  )
}

/** "nome: valor" on each line; null where a line is not so. */
function lerCabecalhos(texto: string): Record<string, string> | null {
  const linhas = texto.split('\n').filter((linha) => linha.trim() !== '')
  const pares = linhas.map((linha) => /^\s*([^\s:]+)\s*:\s*(.+?)\s*$/.exec(linha))
  if (pares.some((par) => par === null)) return null
  return Object.fromEntries(pares.map((par) => [par![1]!, par![2]!]))
}

function corpoDe({ psp: { base_url, token_url, client_id, cabecalhos, ...segredos } }: Valores) {
  const lidos = lerCabecalhos(cabecalhos)
  return {
    base_url: base_url.trim(),
    token_url: token_url.trim(),
    client_id: client_id.trim(),
    ...Object.fromEntries(Object.entries(segredos).filter(([, valor]) => valor.trim() !== '')),
    ...(lidos && Object.keys(lidos).length > 0 ? { cabecalhos: lidos } : {}),
  }
}
