// Functions, events and words of the pages' JavaScript that the oldest browsers that are promised do not have:
// `node floor.mjs [tsconfig]`.
//
// The types say whose member something is, methods of objects included; browser-compat-data says since when a browser has
// it. What is asked for first (`if (element.checkVisibility)`, `element.checkVisibility?.()`) may be missing. Exit code 1.

import path from "node:path";
import ts from "typescript";
import { complaint, data, here, lacking, tell } from "./support.mjs";

/** Interfaces that the types split off, and whose members the data lists with those that have them. */
const WITHIN = { ParentNode: ["Element", "Document"], ChildNode: ["Element"], ARIAMixin: ["Element"], GlobalEventHandlers: ["HTMLElement", "Window", "Document"],
  WindowOrWorkerGlobalScope: ["Window", "_"], Animatable: ["Element"], ElementCSSInlineStyle: ["HTMLElement"], HTMLOrSVGElement: ["HTMLElement"], PopoverTargetAttributes: ["HTMLButtonElement"],
  NonDocumentTypeChildNode: ["Element"], DocumentOrShadowRoot: ["Document"], AnimationFrameProvider: ["Window"], NavigatorUA: ["Navigator"], Body: ["Response", "Request"] };

/** Events that may never come: pages only keep the menu of a long press away, and phones of Apple have none. */
const HARMLESS = new Set(["contextmenu"]);

const config = path.resolve(process.argv[2] ?? path.join(here, "tsconfig.json"));
const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, path.dirname(config));
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** What the data says of a member, or undefined. */
function support(owner, member) {
  const builtins = data.javascript.builtins, api = data.api, name = owner.replace(/Constructor$/, "");
  const found = owner === "" ? api[member] ?? builtins[member] : [builtins[name], builtins.Intl?.[name], api[name], ...(WITHIN[owner] ?? []).map((each) => (each === "_" ? api : api[each]))]
    .map((each) => each?.[member] ?? each?.[`${member}_static`]).find(Boolean);
  return found?.__compat?.support;
}

/** Whether something is only read, or asked for before it is used. */
function asked(node, name) {
  const above = node.parent;
  const used = (ts.isCallExpression(above) || ts.isNewExpression(above) || ts.isPropertyAccessExpression(above)) && above.expression === node && !above.questionDotToken;
  if (!used && (ts.isPropertyAccessExpression(node) || ts.isTypeOfExpression(above))) return true;
  for (let each = node, next = node.parent; next; each = next, next = next.parent) {
    const test = ts.isIfStatement(next) && each === next.thenStatement ? next.expression : ts.isConditionalExpression(next) && each === next.whenTrue ? next.condition
      : ts.isBinaryExpression(next) && each === next.right && next.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? next.left : null;
    if (test?.getText().toLowerCase().includes(name.toLowerCase())) return true;
  }
  return false;
}

/** By name what every interface that has it lacks: for what the types do not know the kind of. */
const nowhere = new Map();
for (const owner of [...Object.values(data.api), ...Object.values(data.javascript.builtins)])
  for (const [member, { __compat: compat } = {}] of Object.entries(owner)) if (compat?.support && !member.startsWith("__")) {
    const browsers = lacking(compat.support);
    const before = nowhere.get(member);
    nowhere.set(member, before ? before.filter((each) => browsers.includes(each)) : browsers);
  }

/** What of the language itself a piece of a program needs: its name, and what the data says of it. */
function syntax(node) {
  const { statements, classes, operators, regular_expressions: patterns, builtins } = data.javascript;
  if (ts.isVariableDeclarationList(node)) {
    if ((node.flags & ts.NodeFlags.AwaitUsing) === ts.NodeFlags.AwaitUsing) return ["await using", statements.await_using];
    if ((node.flags & ts.NodeFlags.AwaitUsing) === ts.NodeFlags.Using) return ["using", statements.using];
  }
  if (ts.isImportDeclaration(node) && node.attributes) return ["import … with", statements.import.import_attributes];
  if (ts.isClassStaticBlockDeclaration(node)) return ["static {", classes.static.initialization_blocks];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isPrivateIdentifier(node.left)) return ["#private in", classes.private_class_fields_in];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken) return ["??=", operators.nullish_coalescing_assignment];
  if (!ts.isRegularExpressionLiteral(node)) return null;
  const text = node.getText();
  if (/\/[a-z]*v[a-z]*$/.test(text)) return ["the flag v", builtins.RegExp.unicodeSets];
  if (/\/[a-z]*d[a-z]*$/.test(text)) return ["the flag d", builtins.RegExp.hasIndices];
  if (/\(\?[ims]*-?[ims]+:/.test(text)) return ["a modifier in a pattern", patterns.modifier];
  return /\(\?<[=!]/.test(text) ? ["looking behind in a pattern", patterns.lookbehind_assertion] : null;
}

const wrong = [];
function look(node, file) {
  const [written, known] = syntax(node) ?? [];
  if (written) complain(node, file, written, lackingOf(known?.__compat?.support));
  const event = heard(node);
  if (event && !HARMLESS.has(event)) complain(node, file, `the event ${event}`, nowhere.get(`${event}_event`) ?? []);
  const name = ts.isPropertyAccessExpression(node) ? node.name : ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && !ts.isPropertyAssignment(node.parent) ? node : null;
  if (name) {
    const browsers = missing(node, name);
    if (!asked(node, name.text)) complain(node, file, name.text, browsers);
  }
  ts.forEachChild(node, (child) => look(child, file));
}

/** The event that is listened to: by name, or by a property of an object that is handed on, `{ onclick: ... }`. */
function heard(node) {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments, called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    return called.getText() === "addEventListener" && first && ts.isStringLiteralLike(first) ? first.text : null;
  }
  return ts.isPropertyAssignment(node) ? /^on([a-z]+)$/.exec(node.name.getText())?.[1] ?? null : null;
}

function complain(node, file, what, browsers) {
  if (!browsers.length) return;
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  wrong.push(complaint(file.fileName, line + 1, what, browsers));
}

function missing(node, name) {
  const [declaration] = checker.getSymbolAtLocation(name)?.declarations ?? [];
  const called = ts.isCallExpression(node.parent) && node.parent.expression === node;
  if (!declaration) return called && ts.isPropertyAccessExpression(node) && checker.getTypeAtLocation(node.expression).flags & ts.TypeFlags.Any ? nowhere.get(name.text) ?? [] : [];
  if (!program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return [];
  const within = declaration.parent;
  if (ts.isModuleBlock(within)) return lackingOf(data.javascript.builtins.Intl?.[name.text]?.__compat?.support);
  if (ts.isInterfaceDeclaration(within) || ts.isClassDeclaration(within)) return memberLacking(within.name.text, name.text);
  return ts.isPropertyAccessExpression(node) ? [] : lackingOf(support("", name.text));
}

/** Without an interface there is no object of it whose members could be missing: it is missed where one would be made. */
function memberLacking(owner, member) {
  const never = lackingOf((data.api[owner] ?? data.javascript.builtins[owner])?.__compat?.support);
  return lackingOf(support(owner, member)).filter((browser) => !never.includes(browser));
}

const lackingOf = (supported) => (supported ? lacking(supported) : []);

for (const file of program.getSourceFiles()) if (!file.isDeclarationFile && !file.fileName.includes("node_modules")) look(file, file);
tell(wrong);
