import ts from 'typescript'

// The names in src/ and db/, followed with the JavaScript API of TypeScript 5: version 7 has none.

type Node = ts.Node
type Declaration = ts.Declaration

/** What a piece of code can run. */
export interface Followed {
  /** `<file>.<function>` of db/queries. */
  queries: string[]
  tables: string[]
}

export interface Sources {
  /** The call whose method name is at this position, counted from 1. */
  callAt(file: string, line: number, column: number): { node: Node; method: string }
  /** Follows every name in a piece of code to its declaration, and from there on. */
  follow(node: Node): Followed
}

export function createSources(root: string): Sources {
  const settings = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const files = settings.fileNames.filter((name) => /\/(src|db)\//.test(name.slice(root.length - 1)))
  // Without the types of packages: only our own names are followed, and Kysely's types take ten seconds.
  const options = { ...settings.options, types: [] }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      const resolvedFileName = new URL(text, `file://${from}`).pathname
      const isFile = text.startsWith('.') && ts.sys.fileExists(resolvedFileName)
      return { resolvedModule: isFile ? { resolvedFileName, extension: ts.Extension.Ts } : undefined }
    })
  const program = ts.createProgram(files, options, host)
  const checker = program.getTypeChecker()
  const own = program.getSourceFiles().filter(({ fileName }) => files.includes(fileName))
  const placeOf = (node: Node) => node.getSourceFile().fileName.slice(root.length)
  const isOwn = (node: Node) => /^(src|db)\//.test(placeOf(node))

  const tableNames = new Set(membersOf(own, 'Tables'))
  const factories = factoriesByInterface()

  /** The functions that return an object of each of our interfaces, by interface. */
  function factoriesByInterface(): Map<Declaration, ts.FunctionLikeDeclaration[]> {
    const found = new Map<Declaration, ts.FunctionLikeDeclaration[]>()
    const visit = (node: Node): void => {
      if (ts.isFunctionDeclaration(node) && node.type && node.body)
        for (const declaration of interfacesIn(node.type))
          found.set(declaration, [...(found.get(declaration) ?? []), node])
      ts.forEachChild(node, visit)
    }
    // The services that a program opens are known by their interfaces.
    for (const file of own) if (!placeOf(file).startsWith('src/startup/')) visit(file)
    return found
  }

  function interfacesIn(type: Node): Declaration[] {
    const nested: Declaration[] = []
    ts.forEachChild(type, (child) => void nested.push(...interfacesIn(child)))
    if (!ts.isTypeReferenceNode(type)) return nested
    const declarations = resolve(checker.getSymbolAtLocation(type.typeName))
    return [...declarations.filter((one) => ts.isInterfaceDeclaration(one) && isOwn(one)), ...nested]
  }

  function resolve(symbol: ts.Symbol | undefined): readonly Declaration[] {
    if (!symbol) return []
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return target.declarations ?? []
  }

  /**
   * The code behind a declaration: a function, the value of a variable, or of the member of an interface its
   * implementations.
   */
  const resolved = new Map<Declaration, Node[]>()
  function codeOf(declaration: Declaration): Node[] {
    const known = resolved.get(declaration)
    if (known) return known
    // Ends a circle, such as a variable with the name of the member that it gets.
    resolved.set(declaration, [])
    const code = isOwn(declaration) ? findCode(declaration) : []
    resolved.set(declaration, code)
    return code
  }

  function findCode(declaration: Declaration): Node[] {
    if (ts.isMethodSignature(declaration) || ts.isPropertySignature(declaration)) return implementationsOf(declaration)
    if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return [declaration]
    if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
      return declaration.initializer ? [declaration.initializer] : []
    if (ts.isClassDeclaration(declaration)) return declaration.members.filter(ts.isConstructorDeclaration)
    if (ts.isShorthandPropertyAssignment(declaration))
      return resolve(checker.getShorthandAssignmentValueSymbol(declaration)).flatMap(codeOf)
    // `const { name } = create()`: the member of what is returned. Of a parameter only its type is known.
    if (ts.isBindingElement(declaration) && ts.isIdentifier(declaration.name)) {
      const name = (declaration.propertyName ?? declaration.name).getText()
      const member = checker.getTypeAtLocation(declaration.parent).getProperty(name)
      return (member?.declarations ?? [])
        .filter((one) => one !== declaration && !ts.isBindingElement(one))
        .flatMap(codeOf)
    }
    return []
  }

  function implementationsOf(member: ts.TypeElement): Node[] {
    const name = member.name?.getText()
    return (factories.get(member.parent as unknown as Declaration) ?? []).flatMap((factory) => {
      const found: Node[] = []
      const visit = (node: Node): void => {
        if (ts.isObjectLiteralExpression(node))
          for (const property of node.properties)
            if (property.name?.getText() === name) found.push(...codeOf(property as Declaration))
        if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
      }
      ts.forEachChild(factory, visit)
      return found
    })
  }

  /**
   * Whether an identifier is a variable with a service or another object that a function has made: only used members
   * run.
   */
  function isMade(declarations: readonly Declaration[]): boolean {
    return declarations.some(
      (one) =>
        ts.isVariableDeclaration(one) &&
        one.initializer !== undefined &&
        ts.isCallExpression(ts.isAwaitExpression(one.initializer) ? one.initializer.expression : one.initializer),
    )
  }

  /** Of a constant object that is read as `object[key]`: the members whose names were passed as arguments, or all. */
  function chosenMembers(declarations: readonly Declaration[], passed: ReadonlySet<string>): Node[] | undefined {
    const [object] = declarations
      .flatMap(codeOf)
      .map((node) => (ts.isSatisfiesExpression(node) ? node.expression : node))
    if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined
    const chosen = object.properties.filter((property) => passed.has(property.name?.getText() ?? ''))
    return chosen.length > 0 ? chosen : undefined
  }

  function targetsOf(node: Node, passed: ReadonlySet<string>): Node[] {
    if (ts.isPropertyAccessExpression(node)) {
      // In db/ these are parts of statements; their types take long.
      if (placeOf(node).startsWith('db/')) return []
      if (!ts.isIdentifier(node.expression) && !ts.isPropertyAccessExpression(node.expression)) return []
      return resolve(checker.getSymbolAtLocation(node.name)).flatMap(codeOf)
    }
    if (!ts.isIdentifier(node) || ts.isPartOfTypeNode(node)) return []
    const { parent } = node
    if (ts.isShorthandPropertyAssignment(parent))
      return resolve(checker.getShorthandAssignmentValueSymbol(parent)).flatMap(codeOf)
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return []
    const declarations = resolve(checker.getSymbolAtLocation(node))
    // The name of a group of routes stands for routes of their own.
    if (/Routes$/.test(node.text) && declarations.some((one) => placeOf(one).startsWith('src/routes/'))) return []
    if (ts.isPropertyAccessExpression(parent) && isMade(declarations)) return []
    const isKeyed = ts.isElementAccessExpression(parent) && parent.expression === node
    return (isKeyed ? chosenMembers(declarations, passed) : undefined) ?? declarations.flatMap(codeOf)
  }

  /** The name of an exported function of db/queries that runs on a database; undefined for other code. */
  function queryName(node: Node): string | undefined {
    if (!placeOf(node).startsWith('db/queries/')) return undefined
    if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node)) return undefined
    const named = ts.isArrowFunction(node) ? node.parent : node
    if (!ts.isFunctionDeclaration(named) && !ts.isVariableDeclaration(named)) return undefined
    const isExported = (ts.getCombinedModifierFlags(named) & ts.ModifierFlags.Export) !== 0
    return isExported && node.parameters[0]?.type?.getText() === 'Database' ? named.name?.getText() : undefined
  }

  function tablesIn(node: Node): string[] {
    if (ts.isStringLiteral(node)) return [node.text.split(' ')[0] ?? '']
    if (
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      return [...node.text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi)].map(([, name = '']) => name)
    return []
  }

  /** Tables that are named in the type of an argument of a query, such as `'links' | 'bios'`. */
  function tablesOfArguments(call: ts.CallExpression): string[] {
    if (!ts.isIdentifier(call.expression)) return []
    const called = resolve(checker.getSymbolAtLocation(call.expression)).flatMap(codeOf)
    if (!called.some((code) => queryName(code) !== undefined)) return []
    return call.arguments.flatMap((argument) => {
      const type = checker.getTypeAtLocation(argument)
      return (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
    })
  }

  function follow(start: Node): Followed {
    const seen = new Set<Node>()
    const queries = new Set<string>()
    const tables = new Set<string>()
    /** The texts that were passed to functions. */
    const passed = new Set<string>()
    const visit = (node: Node): void => {
      if (ts.isTypeNode(node)) return
      if (ts.isCallExpression(node))
        for (const argument of node.arguments) if (ts.isStringLiteral(argument)) passed.add(argument.text)
      const isSql = placeOf(node).startsWith('db/queries/')
      const named = ts.isCallExpression(node) ? tablesOfArguments(node) : isSql ? tablesIn(node) : []
      for (const name of named) if (tableNames.has(name)) tables.add(name)
      for (const target of targetsOf(node, passed)) enter(target)
      ts.forEachChild(node, visit)
    }
    const enter = (node: Node): void => {
      if (seen.has(node)) return
      seen.add(node)
      const name = queryName(node)
      if (name !== undefined) queries.add(`${placeOf(node).slice('db/queries/'.length, -'.ts'.length)}.${name}`)
      visit(node)
    }
    enter(start)
    return { queries: [...queries].sort(), tables: [...tables].sort() }
  }

  return {
    follow,
    callAt(file, line, column) {
      const source = own.find(({ fileName }) => fileName === `${root}${file}`)
      if (!source) throw new Error(`${file} is not in tsconfig.json`)
      const position = source.getPositionOfLineAndCharacter(line - 1, column - 1)
      let found: ts.CallExpression | undefined
      const visit = (node: Node): void => {
        if (position < node.getFullStart() || position >= node.getEnd()) return
        if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
          if (node.expression.name.getStart() <= position && position <= node.expression.getEnd()) found = node
        ts.forEachChild(node, visit)
      }
      visit(source)
      if (!found) throw new Error(`${file}:${line}:${column} is not a call`)
      return { node: found, method: (found.expression as ts.PropertyAccessExpression).name.text.toUpperCase() }
    },
  }
}

function membersOf(files: readonly ts.SourceFile[], name: string): string[] {
  const found = files.flatMap(({ statements }) =>
    statements.filter(ts.isInterfaceDeclaration).filter((one) => one.name.text === name),
  )
  return found.flatMap(({ members }) => members.flatMap((member) => member.name?.getText() ?? []))
}
